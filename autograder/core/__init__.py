"""Grades a submission: it finds, confines, runs and judges a program.

Everything else is advice around it. This part imports nothing of the other parts.
"""
