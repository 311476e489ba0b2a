"""Grades a submission: it finds, confines, runs and judges a program.

Everything else is advice around it. What is here imports nothing of the other parts.
"""
