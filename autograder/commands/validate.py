"""`validate`: checks exercises."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from autograder.commands.options import add_command, add_set, set_named

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers


USAGE = "validate [DIR]          check exercises"


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(
        commands,
        "validate",
        "Checks every exercise of a folder, or one file, and says every mistake with its place.",
        run,
    )
    add_set(parser)
    return parser


def run(options: argparse.Namespace) -> int:
    """Checks the set. Raises InvalidExercises."""
    from autograder.teaching.validation import validate

    validate(set_named(options))
    return 0
