"""Where the project's own files are."""

from pathlib import Path

PROJECT = Path(__file__).parents[1]
EXERCISES = PROJECT / "exercises"
SCHEMAS = EXERCISES / "schema"
REMEMBERED = PROJECT / ".venv"
"""Where what was worked out once is kept: it comes and goes with the set-up."""
