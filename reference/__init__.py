"""What is right: game trees, the textbook's algorithms, and what they observe.

Knows nothing of `autograder`.
"""
