"""`show`: walks through the textbook's search of an exercise."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from autograder.commands.options import add_command, add_exercises
from autograder.errors import WRONG_USAGE

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers


USAGE = "show EXERCISE           walk through the textbook's search, step by step"
DESCRIPTION = "Shows an exercise's tree and the textbook's search of it, step by step."


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(commands, "show", DESCRIPTION, run)
    parser.add_argument("exercise", metavar="EXERCISE", help="an id such as 01_two_plies or 01, or a .json file")
    add_exercises(parser)
    parser.add_argument("--step", action="store_true", help="go through the search one key at a time")
    parser.add_argument("--seed", type=int, metavar="SEED", help="of generated trees those of a submission's results")
    return parser


def run(options: argparse.Namespace) -> int:
    """Shows the exercise; 2 where its author is mistaken. Raises InvalidExercises and WrongUsage."""
    from autograder.teaching.walkthrough import walk_through

    agree = walk_through(options.exercise, options.exercises, step=options.step, seed=options.seed)
    return 0 if agree else WRONG_USAGE
