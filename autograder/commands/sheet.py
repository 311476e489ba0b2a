"""`sheet`: makes exam and homework sheets of a set, with solutions."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.options import add_command, from_least, say

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers

WRONG_USAGE = 2
USAGE = "sheet DIR               make sheets to print, in variants, with solutions"


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(commands, "sheet", "Makes sheets to print of a set: its trees, with blank lines.", run)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the set")
    parser.add_argument("--html", type=Path, metavar="FILE", required=True, help="the file to write")
    parser.add_argument("--solutions", type=Path, metavar="FILE", help="the file to write the solutions to")
    variants = "how many sheets, each with trees of its own in generated exercises"
    parser.add_argument("--variants", type=from_least(1), default=1, metavar="N", help=variants)
    parser.add_argument("--seed", type=from_least(0), default=0, metavar="S", help="another seed makes other trees")
    formats = "latex writes what the package forest draws, to paste into an exam of your own"
    parser.add_argument("--format", choices=["html", "latex"], default="html", help=formats)
    return parser


def run(options: argparse.Namespace) -> int:
    """Makes the sheets. Raises InvalidExercises, NothingToPrint and CannotSave."""
    from autograder.exercises import load_set
    from autograder.pages.latex import sheet_latex
    from autograder.pages.practice import left_out
    from autograder.pages.render import save
    from autograder.pages.sheet import sheet_page, sheets

    if options.solutions is not None and os.path.realpath(options.solutions) == os.path.realpath(options.html):
        say(f"{options.html}: the sheets and their solutions cannot be one file; name another for --solutions")
        return WRONG_USAGE
    exercises = load_set(options.folder)
    made = sheets(exercises, options.variants, options.seed)
    for words in left_out(exercises, [question.id for question in made[0].questions]):
        print(words)

    def text(*, solutions: bool) -> str:
        if options.format == "latex":
            return sheet_latex(exercises.assignment.title, made, solutions=solutions)
        return sheet_page(exercises, made, solutions=solutions)

    save(options.html, text(solutions=False))
    if options.solutions is not None:
        save(options.solutions, text(solutions=True))
    return 0
