"""The project itself: where its own files are, and which version it is."""

from pathlib import Path

NAME = "alphabeta-autograder"
VERSION = "3.0.0"
"""Stands here alone. `--version` and results name it, and what is kept in REMEMBERED
depends on it. What makes it a major one, a minor one or a patch is in
CONTRIBUTING.md."""
PROJECT = Path(__file__).parents[2]
EXERCISES = PROJECT / "exercises"
SCHEMAS = EXERCISES / "schema"
REMEMBERED = PROJECT / ".venv"
"""Where what was worked out once is kept: it comes and goes with the set-up."""
