"""Prints the version for `--version`, and imports nothing that grading takes."""

from autograder.core.project import NAME, VERSION


def show_version() -> None:
    """Print the project's name and version."""
    print(NAME, VERSION)
