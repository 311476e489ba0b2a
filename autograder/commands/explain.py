"""`explain`: the smallest change that makes a submission right."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.options import add_command, add_exercises, is_there, load_programs_set

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers

WRONG_USAGE = 2
USAGE = "explain SUBMISSION      find the change that makes a submission right"


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    description = "Shows the smallest change to a submission that makes it right on every visible exercise, as a diff."
    parser = add_command(commands, "explain", description, run)
    parser.add_argument("submission", type=Path, metavar="SUBMISSION", help="a folder or a .py file")
    add_exercises(parser)
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    return parser


def run(options: argparse.Namespace) -> int:
    """Prints the explanation; 1 where the program is wrong and none was found. Raises InvalidExercises."""
    from autograder.teaching.explained import Explained

    if not is_there(options.submission):
        return WRONG_USAGE
    explained = Explained(options.submission, load_programs_set(options.exercises, "explain"))
    if options.json:
        print(json.dumps(explained.document(), indent=1, ensure_ascii=False))
    else:
        print("\n".join(explained.page()))
    return 0 if explained.is_explained else 1
