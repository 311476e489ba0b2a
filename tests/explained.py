"""Prints how well programs are explained: the wrong ones of tests/submissions, and right ones changed in places.

    .venv/bin/python -m tests.explained [--mutants N] [--pairs N] [--seed N] [--submissions GLOB] [-v]

The mutants are of right programs in many styles. Their explanation is looked for by the engine that runs in the
sandbox, on the trials that it gets there, with the same budget; the submissions are graded whole.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from statistics import median
from typing import NamedTuple

from autograder.exercises.load import load_set
from autograder.exercises.model import Assignment, ExerciseSet, Limits
from autograder.inside.adapted import Adapted
from autograder.inside.repair import answer
from autograder.inside.repair.program import Program
from autograder.inside.repair.search import Search
from autograder.judging.explanation import Explanation
from autograder.judging.judge import Failed
from autograder.judging.repair import read_claims, trials
from autograder.judging.run import grade
from reference import game
from tests.mutants import Mutant, mutants, pairs

PROJECT = Path(__file__).parents[1]
SUBMISSIONS = PROJECT / "tests" / "submissions"
STYLES = (
    "textbook",
    "break_instead_of_return",
    "children_style",
    "class_based",
    "fail_hard",
    "functional_style",
    "successors_style",
    "to_move_style",
    "window_on_entry",
    "shared_helper",
    "generators",
    "cutoff_by_exception",
    "alpha_beta_textbook",
    "negamax_textbook",
    "minimax_ab_textbook",
    "minimax_array_textbook",
    "alpha_beta_search_textbook",
    "aima_python_textbook",
    "aima_4e_textbook",
    "cs188_textbook",
    "board_textbook",
    "value_and_move_textbook",
    "methods_textbook",
    "aima_4e_keywords",
    "cs188_two_levels",
    "value_and_move_by_key",
)


class Explained(NamedTuple):
    """How one wrong program was explained. lines: of the best repair, and of its equals."""

    best: frozenset[int]
    equals: frozenset[int]
    names: tuple[str, ...]
    seconds: float


def explained_mutant(
    style: str,
    mutant: Mutant,
    exercises: ExerciseSet,
    found_trials: list[tuple[object, ...]],
    seconds: float = Limits.explain_seconds,
) -> Explained | None:
    """How a changed program is explained; None if it is right on every trial."""
    folder, main = SUBMISSIONS / style, exercises.assignment.file.removesuffix(".py")
    sources = {file.stem: file.read_text("utf-8") for file in folder.glob("*.py") if file.stem != "game"}
    sources[main] = mutant.source
    with world_of(exercises.assignment) as course:
        try:
            program = Program(sources, main, course)
        except SyntaxError:
            return None
        start = time.process_time()
        search = Search(program, [answer.trial_of(entry) for entry in found_trials], seconds)
        found = search.run()
        took = time.process_time() - start
    if not found and search.is_right:
        return None
    numbers = {id(edit): number for number, edit in enumerate(search.edits)}
    told = [row for repair in answer.different(found) for row in answer.told("repair", repair.edits, numbers, sources)]
    lines = {f"{name}.py": text.split("\n") for name, text in sources.items()}
    repairs = tuple(read_claims("\n".join(told), lines))
    explanation = Explanation(repairs, None, 1, exercises.assignment.prune_when)
    best = frozenset(edit.line for repair in repairs[:1] for edit in repair.edits)
    equals = frozenset(edit.line for repair in repairs for edit in repair.edits)
    return Explained(best, equals, explanation.misconceptions, took)


@contextmanager
def world_of(assignment: Assignment) -> Iterator[Adapted | None]:
    """The modules that a student's process has before the student's file, be they a course's."""
    modules = dict(sys.modules)
    sys.modules["game"] = game
    adapter = assignment.adapter
    try:
        yield Adapted(adapter.file.name, adapter.source, list(adapter.needs)) if adapter is not None else None
    finally:
        sys.modules.clear()
        sys.modules.update(modules)


def mutants_of(
    styles: Sequence[str], number: int, seed: int, *, twice: bool
) -> Iterator[tuple[str, Mutant, Explained]]:
    """Wrong programs, some of each style, and how each is explained."""
    for style in styles:
        verdict = json.loads((SUBMISSIONS / style / "verdict.json").read_text("utf-8"))
        exercises = load_set(PROJECT / verdict.get("exercises", "exercises"))
        found_trials = list(trials([entry for entry in exercises.exercises if entry.is_visible]))
        source = (SUBMISSIONS / style / exercises.assignment.file).read_text("utf-8")
        candidates = pairs(source, 4 * number, seed) if twice else mutants(source)
        random.Random(seed).shuffle(candidates)
        wrong = 0
        for mutant in candidates:
            if wrong == number:
                break
            explained = explained_mutant(style, mutant, exercises, found_trials)
            if explained is not None and not any(
                explained_mutant(style, part, exercises, found_trials, seconds=0) is None for part in mutant.parts
            ):
                wrong += 1
                yield style, mutant, explained


def report_mutants(number: int, seed: int, styles: Sequence[str], *, twice: bool, verbose: bool) -> None:
    """Prints how many changed programs have the right line first, or among the equals, or nothing."""
    first = among = nothing = named = 0
    seconds: list[float] = []
    for style, mutant, found in mutants_of(styles, number, seed, twice=twice):
        seconds.append(found.seconds)
        named += bool(found.names)
        right = (
            all(_near(mutant, line, found.best) for line in mutant.lines)
            if twice
            else any(_near(mutant, line, found.best) for line in mutant.lines)
        )
        first += right
        nothing += not found.best
        equal = any(_near(mutant, line, found.equals) for line in mutant.lines)
        among += not right and equal
        if verbose and not right:
            lines = [f"{line}: {mutant.source.split(chr(10))[line - 1].strip()}" for line in mutant.lines]
            print(
                f"  {style}: {mutant.about} at {lines}; found {sorted(found.best)} {found.names} {found.seconds:.1f}s"
            )
    many = len(seconds)
    what = "two places" if twice else "one place"
    print(
        f"{many} programs changed in {what}: right {'lines' if twice else 'line'} first {first} ({first / many:.0%}), "
        f"among equals {among}, nothing {nothing}, other lines {many - first - among - nothing}; named {named}; "
        f"median {median(seconds):.2f} s, most {max(seconds):.2f} s"
    )


def _near(mutant: Mutant, line: int, lines: frozenset[int]) -> bool:
    """Whether a line is told. What is missing in a loop, or in another order, may be told of the lines around it."""
    around = 0 if "→" in mutant.about else 2 if "left out" in mutant.about else 1
    return any(abs(line - other) <= around for other in lines)


def report_submissions(pattern: str, *, verbose: bool) -> None:
    """Prints how the wrong submissions are explained when they are graded."""
    named = wrongly = placed = nothing = 0
    seconds: list[float] = []
    for file in sorted(SUBMISSIONS.glob("*/verdict.json")):
        verdict = json.loads(file.read_text("utf-8"))
        name = file.parent.name
        if verdict["score"] == "full" or name.startswith("hostile_") or not fnmatch(name, pattern):
            continue
        start = time.monotonic()
        report = grade(file.parent, load_set(PROJECT / verdict.get("exercises", "exercises")))
        seconds.append(time.monotonic() - start)
        failed = [entry for entry in report.visible if isinstance(entry, Failed)]
        if not failed or report.failure is not None:
            nothing += 1
            continue
        names, places = failed[0].misconceptions, failed[0].explanation.places
        named += bool(names)
        placed += bool(places)
        nothing += not names and not places
        wanted = set(verdict.get("misconceptions", ()))
        wrong = bool(wanted and names and not wanted & set(names))
        wrongly += wrong
        if verbose or wrong:
            where = ", ".join(f"{place.line}" for place in places)
            print(f"  {name}: {', '.join(names) or '-'}{' (not ' + ', '.join(wanted) + ')' if wrong else ''}; {where}")
    print(
        f"{len(seconds)} wrong submissions: named {named}, another name than the folder's {wrongly}, "
        f"with lines {placed}, nothing {nothing}; median {median(seconds):.2f} s, most {max(seconds):.2f} s"
    )


def main() -> None:
    """Prints all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--mutants", type=int, default=10, help="of each style, changed in one place")
    parser.add_argument("--pairs", type=int, default=5, help="of each style, changed in two places")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--submissions", default="*", metavar="GLOB")
    parser.add_argument("--styles", default="*", metavar="GLOB")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what was not found")
    options = parser.parse_args()
    styles = [style for style in STYLES if fnmatch(style, options.styles)]
    for number, twice in ((options.mutants, False), (options.pairs, True)):
        if number:
            report_mutants(number, options.seed, styles, twice=twice, verbose=options.verbose)
    if options.submissions:
        report_submissions(options.submissions, verbose=options.verbose)


if __name__ == "__main__":
    main()
