"""`new`: makes a set of exercises."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.options import add_command
from autograder.exercises import SEARCHED_BY_HAND

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers


USAGE = "new DIR                 make a set of exercises"


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(
        commands,
        "new",
        "Makes a set of exercises in a new folder: an assignment and two exercises.",
        run,
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder to make")
    parser.add_argument(
        "--interface",
        default=SEARCHED_BY_HAND,
        metavar="NAME",
        help=f"what students write, see docs/exercises.md; {SEARCHED_BY_HAND} where it is left out",
    )
    return parser


def run(options: argparse.Namespace) -> int:
    """Makes the set. Raises Complaint and OSError."""
    from autograder.teaching.new_sets import new_set

    print(new_set(options.folder, options.interface))
    return 0
