"""`audit`: which known mistakes a set catches."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from autograder.commands.options import add_command, add_set, from_least, set_named
from autograder.text import counted

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers
    from autograder.exercises import ExerciseSet
    from reference.problem import Problem

USAGE = "audit [DIR]             show which known mistakes they catch"


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    description = "Shows which exercise catches which known mistake, and what would pass. Exit 1 if any."
    parser = add_command(commands, "audit", description, run)
    add_set(parser)
    parser.add_argument(
        "--seeds", type=from_least(1), metavar="N", help="try the generated exercises alone, with N other seeds"
    )
    parser.add_argument("--write", action="store_true", help="save an exercise for each mistake that would pass")
    return parser


def run(options: argparse.Namespace) -> int:
    """Prints the matrix, and what would pass; 1 where something would. Raises InvalidExercises."""
    from autograder.exercises import load_set
    from autograder.teaching.audit import audit, catches, document, matrix, save, smallest_catch

    exercises = load_set(set_named(options))
    if options.seeds:
        return _audit_seeds(exercises, options.seeds)
    rows = audit(exercises)
    print("\n".join(matrix(rows, exercises)))
    passing = [row for row in rows if not row.caught]
    saved: list[Problem] = []
    for row in passing:
        name, _, made = str(row.variant).partition(": ")
        print(f"\n{name} passes, made as {made}")
        problem = smallest_catch(row)
        if problem is None:
            print("  No small tree tells it from the textbook's search.")
            continue
        written = document(row, problem, exercises.assignment)
        print(f"  This exercise would catch it: {json.dumps(written, ensure_ascii=False)}")
        if options.write and not any(catches(other, row) for other in saved):
            saved.append(problem)
            print(f"  Saved as {save(set_named(options), written)}.")
    print(f"\n{len(rows) - len(passing)} of {len(rows)} ways to make a known mistake are caught.")
    return 1 if passing else 0


def _audit_seeds(exercises: ExerciseSet, seeds: int) -> int:
    from autograder.exercises import problems_of
    from autograder.teaching.audit import missed_by_chance

    trees = sum(len(problems_of(exercise)) for exercise in exercises.generated)
    missed_ever = 0
    for seed in range(seeds):
        missed = missed_by_chance(exercises, seed)
        missed_ever += len(missed)
        names = ", ".join(row.misconception.id for row in missed)
        print(f"seed +{seed}: {'every known mistake is caught' if not missed else f'not caught: {names}'}")
    tried = f"{counted(trees, 'generated tree')}, {counted(seeds, 'seed')}"
    print(f"\n{tried}: {counted(missed_ever, 'time')} a known mistake passed.")
    return 1 if missed_ever else 0
