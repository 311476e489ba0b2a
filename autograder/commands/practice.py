"""`practice`: makes a page on which the trees of a set are worked out by hand."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands.options import add_command
from autograder.paths import EXERCISES

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers

USAGE = "practice [DIR]          make a page to practise on, with pencil and paper"


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(commands, "practice", "Makes a page on which the trees of a set are worked out by hand.", run)
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", default=EXERCISES / "by_hand", help="the set")
    parser.add_argument("--html", type=Path, metavar="FILE", required=True, help="the page to write")
    parser.add_argument("--exam", action="store_true", help="a page without Check and Hint: no answer is in its source")
    return parser


def run(options: argparse.Namespace) -> int:
    """Makes the page. Raises InvalidExercises, NothingToPractise and CannotSave."""
    from autograder.exercises import load_set
    from autograder.pages.practice import left_out, practice_page, tasks
    from autograder.pages.render import save

    exercises = load_set(options.folder)
    made = tasks(exercises, exam=options.exam)
    for words in left_out(exercises, [task.id for task in made]):
        print(words)
    save(options.html, practice_page(exercises, made, exam=options.exam))
    return 0
