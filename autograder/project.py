"""The project itself: where its own files are, and which version it is."""

from pathlib import Path

VERSION = "1.0.0"
"""Results name it, and what is kept in REMEMBERED depends on it."""
PROJECT = Path(__file__).parents[1]
EXERCISES = PROJECT / "exercises"
SCHEMAS = EXERCISES / "schema"
REMEMBERED = PROJECT / ".venv"
"""Where what was worked out once is kept: it comes and goes with the set-up."""
