"""`diff`: what changes between two gradings of a class."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.options import add_command

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers

USAGE = "diff OLD NEW            compare two gradings of a class"
DESCRIPTION = "Compares two gradings of a class: whose score changes, by how much, on which exercises."


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(commands, "diff", DESCRIPTION, run)
    parser.add_argument("old", type=Path, metavar="OLD", help="the results of one run of class, a folder")
    parser.add_argument("new", type=Path, metavar="NEW", help="those of another")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the changes there, too")
    return parser


def run(options: argparse.Namespace) -> int:
    """Compares two folders of results. Raises InvalidClass, and OSError where the changes cannot be written."""
    from autograder.classroom.difference import changes_shown, csv_of, difference
    from autograder.classroom.results_folder import outcomes_in
    from autograder.files import write_whole

    old, new = outcomes_in(options.old), outcomes_in(options.new)
    found = difference(old, new)
    print("\n".join(changes_shown(found)))
    if options.csv:
        write_whole(options.csv, csv_of(found.changes))
    return 0
