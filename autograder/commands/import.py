"""`import`: makes a set of a course's own tests."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.options import add_command
from autograder.exercises import from_here
from autograder.text import counted

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers

USAGE = "import cs188 FOLDER DIR make a set of the Pacman project's tests"


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(commands, "import", "Makes a set of exercises in a new folder of a course's own tests.", run)
    parser.add_argument("course", choices=["cs188"], metavar="cs188", help="the Pacman project's question 3")
    parser.add_argument("tests", type=Path, metavar="FOLDER", help="the folder with .test and .solution files")
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder to make")
    return parser


def run(options: argparse.Namespace) -> int:
    """Makes the set, and says what was left out and what differs. Raises InvalidExercises and OSError."""
    from autograder.teaching.new_sets import import_tests

    imported = import_tests(options.tests, options.folder)
    named = from_here(options.folder)
    print(f"{named}: {counted(len(imported.exercises), 'exercise')} for multiAgents.py. Check them next:")
    print(f"  ./run_autograder validate {named}")
    if imported.said:
        print("\nWhat you should know:")
        print("\n".join(imported.said))
    return 0
