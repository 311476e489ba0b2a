"""Holds the truth: game trees, the textbook's algorithms, and their observations.

Knows nothing of `autograder`.
"""
