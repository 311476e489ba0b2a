"""Judges a submission: exercises, sandbox, comparison, feedback, renderers. Imports `reference`, never the reverse."""

VERSION = "1.0.0"
