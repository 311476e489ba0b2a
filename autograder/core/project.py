"""The project itself: the folders of its own files, and its version."""

import os
from pathlib import Path

NAME = "alphabeta-autograder"
VERSION = "4.0.0"
"""Stands here alone. `--version` and results name it, and the files in REMEMBERED
depend on it. CONTRIBUTING.md says when it is a major one, a minor one or a
patch."""
PROJECT = Path(__file__).parents[2]
EXERCISES = PROJECT / "exercises"
SCHEMAS = EXERCISES / "schema"
REMEMBERED = PROJECT / ".venv"
"""The folder of results that were worked out once: it goes with the set-up."""


def gradescope_root() -> Path:
    """Return the folder in which Gradescope keeps an autograder and takes results."""
    return Path(os.environ.get("AUTOGRADER_ROOT", "/autograder"))


def on_gradescope() -> bool:
    """Return whether Gradescope unpacked this project."""
    return (gradescope_root() / "source").resolve() == PROJECT
