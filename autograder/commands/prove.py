"""`prove`: searches every tree up to a size."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from autograder.commands.options import add_command, add_exercises, from_least, is_there, load_programs_set
from autograder.limits import MOST_PLIES, MOST_PROOF_LEAVES, MOST_PROOF_SEARCHES
from autograder.text import counted

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers

USAGE = "prove SUBMISSION        search every tree up to a size, which is a proof for it"
DESCRIPTION = (
    "Searches all trees of at most so many leaves and plies, with every order of the leaves' values, ties included,\n"
    "and either player first. For a program that only compares values that is a proof for these sizes.\n"
    "Exit 1 if one is wrong."
)
WRONG_USAGE = 2
WRONG = 1


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(commands, "prove", DESCRIPTION, run)
    parser.add_argument("submission", metavar="SUBMISSION", help="a folder or a .py file")
    parser.add_argument(
        "--leaves", type=from_least(1, MOST_PROOF_LEAVES), metavar="N", default=4, help="the most leaves (4)"
    )
    parser.add_argument("--plies", type=from_least(0, MOST_PLIES), metavar="N", default=3, help="the most plies (3)")
    add_exercises(parser)
    return parser


def run(options: argparse.Namespace) -> int:
    """Prints the verdict, and meanwhile how far it is. Raises InvalidExercises."""
    from autograder.exercises import number_of_searches
    from autograder.judging import Passed
    from autograder.judging.run import grade
    from autograder.showing.terminal import Terminal
    from autograder.teaching.new_sets import proof_set
    from autograder.teaching.validation import ProgressLines

    if not is_there(options.submission):
        return WRONG_USAGE
    exercises = proof_set(load_programs_set(options.exercises, "prove right"), options.leaves, options.plies)
    many = number_of_searches(exercises.generated[0])
    if many > MOST_PROOF_SEARCHES:
        words = f"these are {many:,} searches; at most {MOST_PROOF_SEARCHES:,} are made"
        print(f"{words}, so ask for fewer leaves or plies", file=sys.stderr)
        return WRONG_USAGE
    progress = ProgressLines("tree")
    report = grade(options.submission, exercises, searched=lambda done: progress.reached(done, many))
    Terminal(exercises).report(report)
    verdict = report.verdicts[0]
    if not isinstance(verdict, Passed):
        return WRONG
    done = counted(verdict.trees, "search", "searches")
    print(f"{done}, all right: of a program that only compares values, a proof for trees of these sizes.")
    return 0
