"""Prints how well programs are explained: the wrong ones of tests/submissions, and right ones changed in places.

    .venv/bin/python -m tests.explained [--sample N] [--seed N] [--styles GLOB] [--submissions GLOB] [-v]

The mutants are of right programs in many styles. Their explanation is looked for by the engine that runs in the
sandbox, on the trials that it gets there, with the same budget; the submissions are graded whole. The script that
changes programs says what each change is called; a name that is not among these is a wrong one, and the command fails.
Without --sample it takes every change in one place and every wrong submission, which is many minutes.
"""

import argparse
import io
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from autograder.exercises.load import load_set
from autograder.exercises.model import Assignment, ExerciseSet, Limits
from autograder.judging.explanation import Explanation
from autograder.judging.judge import Failed
from autograder.judging.repair import read_repairs, trials
from autograder.judging.run import grade
from autograder.mistakes import answer
from autograder.mistakes.program import Program
from autograder.mistakes.search import Search
from autograder.worker.adapted import Adapted
from reference import game
from tests.mutants import Mutant, mutants, pairs
from tests.true_names import under

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
    "alpha_beta_search_no_test_at_root",
    "alpha_beta_search_values_first",
    "minimax_textbook",
)
PAIRS = 15
"""Programs of each style that are changed in two places."""


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
    seconds: float = Limits().explain_seconds,
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
        with redirect_stdout(io.StringIO()):  # what a program prints is its own
            found = search.run()
        took = time.process_time() - start
    if not found and search.is_right:
        return None
    told = [row for repair in answer.different(found) for row in answer.told("repair", program, repair.edits)]
    lines = {f"{name}.py": text.split("\n") for name, text in sources.items()}
    repairs = tuple(read_repairs("\n".join(told), lines))
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


def mutants_of(style: str, sample: int | None, seed: int, *, twice: bool) -> Iterator[tuple[Mutant, Explained]]:
    """Wrong programs that are changes of a right one, and how each is explained.

    sample: how many; without it all that are changed in one place, and some of those changed in two.
    """
    verdict = json.loads((SUBMISSIONS / style / "verdict.json").read_text("utf-8"))
    exercises = load_set(PROJECT / verdict.get("exercises", "exercises"))
    found_trials = list(trials([entry for entry in exercises.exercises if entry.is_visible]))
    source = (SUBMISSIONS / style / exercises.assignment.file).read_text("utf-8")
    most = sample if sample is not None else PAIRS if twice else len(source)
    candidates = pairs(source, 4 * most, seed) if twice else mutants(source)
    random.Random(seed).shuffle(candidates)
    wrong = 0
    for mutant in candidates:
        if wrong == most:
            return
        explained = explained_mutant(style, mutant, exercises, found_trials)
        if explained is not None and not any(
            explained_mutant(style, part, exercises, found_trials, seconds=0) is None for part in mutant.parts
        ):
            wrong += 1
            yield replace(mutant, names=under(mutant.names, exercises.assignment.prune_when)), explained


@dataclass
class Count:
    """How many changed programs have the right line first, or among the equals, or nothing; and their names."""

    what: str
    first: int = 0
    among: int = 0
    nothing: int = 0
    named: int = 0
    known: int = 0
    wrongly: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, style: str, mutant: Mutant, found: Explained, *, verbose: bool) -> None:
        """Counts one, and prints what is wrong with it."""
        every = all if mutant.parts else any
        right = every(_near(mutant, line, found.best) for line in mutant.lines)
        wrong = set(found.names) - mutant.names
        self.seconds.append(found.seconds)
        self.first += right
        self.among += not right and any(_near(mutant, line, found.equals) for line in mutant.lines)
        self.nothing += not found.best
        self.named += bool(found.names)
        self.known += bool(mutant.names)
        self.wrongly += bool(wrong)
        if wrong or (verbose and not right):
            lines = [f"{line}: {mutant.source.split(chr(10))[line - 1].strip()}" for line in mutant.lines]
            said = ", ".join(found.names) or "-"
            true = f" (not {', '.join(sorted(mutant.names)) or '-'})" if wrong else ""
            told = f"found {sorted(found.best)}, {said}{true}; {found.seconds:.1f} s"
            print(f"  {style}: {mutant.about} at {lines}; {told}")

    def print(self) -> None:
        """Prints all."""
        many = len(self.seconds)
        lines = "lines" if "two" in self.what else "line"
        print(
            f"{many} programs changed in {self.what}: right {lines} first {self.first} ({self.first / many:.1%}), "
            f"among equals {self.among}, nothing {self.nothing}, other lines "
            f"{many - self.first - self.among - self.nothing}; "
            f"named {self.named} of {self.known} that have a name, wrongly {self.wrongly}; "
            f"median {median(self.seconds):.2f} s, most {max(self.seconds):.2f} s"
        )


def report_mutants(sample: int | None, seed: int, styles: Sequence[str], *, twice: bool, verbose: bool) -> int:
    """Prints how changed programs are explained, and returns how many are called what they are not."""
    count = Count("two places" if twice else "one place")
    for style in styles:
        for mutant, found in mutants_of(style, sample, seed, twice=twice):
            count.add(style, mutant, found, verbose=verbose)
    if count.seconds:
        count.print()
    return count.wrongly


def _near(mutant: Mutant, line: int, lines: frozenset[int]) -> bool:
    """Whether a line is told. What is missing in a loop, or in another order, may be told of the lines around it."""
    around = 0 if "→" in mutant.about else 2 if "left out" in mutant.about else 1
    return any(abs(line - other) <= around for other in lines)


def wrong_submissions(pattern: str, sample: int | None) -> list[tuple[Path, dict[str, Any]]]:
    """The wrong ones of tests/submissions with their verdicts; of a sample about so many, evenly chosen."""
    files = sorted(SUBMISSIONS.glob("*/verdict.json"))
    verdicts = [
        (file.parent, json.loads(file.read_text("utf-8"))) for file in files if fnmatch(file.parent.name, pattern)
    ]
    wrong = [entry for entry in verdicts if entry[1]["score"] != "full" and not entry[0].name.startswith("hostile_")]
    return wrong if sample is None else wrong[:: max(1, len(wrong) // sample)]


def report_submissions(pattern: str, sample: int | None, *, verbose: bool) -> int:
    """Prints how wrong submissions are explained when they are graded, and returns how many are called otherwise."""
    named = known = rightly = wrongly = placed = nothing = not_run = 0
    seconds: list[float] = []
    for folder, verdict in wrong_submissions(pattern, sample):
        start = time.monotonic()
        report = grade(folder, load_set(PROJECT / verdict.get("exercises", "exercises")))
        failed = [entry for entry in report.visible if isinstance(entry, Failed)]
        if not failed or report.failure is not None:
            not_run += 1
            continue
        seconds.append(time.monotonic() - start)
        names, places = failed[0].misconceptions, failed[0].explanation.places
        wanted = set(verdict.get("misconceptions", ()))
        wrong = bool(wanted and names and not wanted & set(names))
        known += bool(wanted)
        rightly += bool(wanted & set(names))
        wrongly += wrong
        named += bool(names)
        placed += bool(places)
        nothing += not names and not places
        if verbose or wrong:
            where = ", ".join(f"{place.line}" for place in places)
            about = f" (not {', '.join(wanted)})" if wrong else ""
            print(f"  {folder.name}: {', '.join(names) or '-'}{about}; lines {where or '-'}; {seconds[-1]:.1f} s")
    if seconds:
        print(
            f"{len(seconds)} wrong submissions that run: named {named}, of {known} with a known mistake {rightly} "
            f"rightly ({rightly / max(known, 1):.0%}), wrongly {wrongly}; "
            f"with lines {placed} ({placed / len(seconds):.0%}), "
            f"nothing {nothing}; median {median(seconds):.2f} s, most {max(seconds):.2f} s; "
            f"{not_run} others say themselves why they do not run"
        )
    return wrongly


def main() -> int:
    """Prints all, and returns whether something is called what it is not."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument(
        "--sample", type=int, metavar="N", help="N mutants and pairs of each style, and 10 N submissions"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--styles", default="*", metavar="GLOB", help="of right programs; '' for none")
    parser.add_argument("--submissions", default="*", metavar="GLOB", help="'' for none")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what was not found")
    options = parser.parse_args()
    styles = [style for style in STYLES if fnmatch(style, options.styles)]
    wrongly = 0
    for twice in (False, True):
        wrongly += report_mutants(options.sample, options.seed, styles, twice=twice, verbose=options.verbose)
    submissions = 10 * options.sample if options.sample is not None else None
    wrongly += report_submissions(options.submissions, submissions, verbose=options.verbose)
    return 1 if wrongly else 0


if __name__ == "__main__":
    sys.exit(main())
