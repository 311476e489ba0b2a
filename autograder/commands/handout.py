"""`handout`: writes what students get of a set."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.options import add_command, add_set, set_named
from autograder.errors import WrongUsage
from autograder.exercises import from_here

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers

USAGE = "handout [DIR]           write what students get: a stub, a README, the game and tests"


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(
        commands,
        "handout",
        "Writes what the students of a set get: the file to write in, the game, a README, and tests for home.",
        run,
    )
    add_set(parser)
    parser.add_argument("--to", type=Path, metavar="DIR", help="the folder to write; NAME-student for a set NAME")
    return parser


def run(options: argparse.Namespace) -> int:
    """Makes the files and writes them. Raises InvalidExercises, and WrongUsage where other files are in the way."""
    from autograder.exercises import load_set
    from autograder.teaching.handout import student_files, write_files

    named = set_named(options)
    folder: Path = options.to or Path(f"{named.resolve().name}-student")
    files = student_files(load_set(named))
    if differing := write_files(files, folder):
        names = ", ".join(differing)
        raise WrongUsage(
            f"{from_here(folder)} holds other files of these names already: {names}. Nothing was written; take the"
            " folder away, or name another one with --to"
        )
    print(f"{from_here(folder)}: {', '.join(files)}")
    return 0
