"""Judges a submission: exercises, sandbox, comparison, feedback, renderers. Imports `reference`, never the reverse."""

VERSION = "1.0.0"
COMMANDS = ("validate", "show", "growth", "audit", "zip", "isolation", "new")
"""What ./run_autograder can be told to do; told none of these, it grades."""
