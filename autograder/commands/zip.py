"""`zip`: builds the archive for Gradescope."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.options import add_command
from autograder.exercises import from_here
from autograder.text import counted

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers

USAGE = "zip [FILE]              build the archive for Gradescope"


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(commands, "zip", "Builds the archive to upload to Gradescope.", run)
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="the archive; a folder of exercises is packed itself"
    )
    parser.add_argument("--exercises", type=Path, metavar="DIR", help="the exercises")
    return parser


def run(options: argparse.Namespace) -> int:
    """Packs the set. Raises InvalidExercises and Complaint."""
    from autograder.exercises import load_set
    from autograder.teaching.deployment import archive_and_set, build
    from autograder.teaching.validation import print_worth

    archive, folder = archive_and_set(options.file, options.exercises)
    exercises = load_set(folder)
    names = build(archive, folder)
    graded = f"{counted(len(exercises.exercises), 'exercise')} for {exercises.assignment.file}"
    print(f"{from_here(archive)}: {counted(len(names), 'file')}, {graded}. Upload it under Configure Autograder.")
    print_worth(exercises)
    return 0
