"""Prints how well wrong programs are explained: those that people wrote, and right ones changed by a script.

    .venv/bin/python -m tests.explained [--real FOLDER] [--half tune|aside] [--only GLOB] [-v]
    .venv/bin/python -m tests.explained --by-script [--sample N] [--seed N] [--styles GLOB] [-v]

`written_*` of tests/submissions were written for this; tests/real_programs.tsv lists public programs with a judgement,
which lie in a folder of one's own, as they are others': `tune/ID` and `aside/ID`, and beside these `sets`, the adapters
of tests/real_sets.tar.xz. Each is graded whole. A person said which lines are the mistake's and what it is called; a
name that is not among these is a false one, and the command fails. One half of each collection is for changing the
engine by, the other is looked at when that is done.

With --by-script the engine alone explains changes of right programs in many styles, on the trials that it gets in the
sandbox, with the same budget. Without --sample it takes every change in one place, which is many minutes.
"""

import argparse
import csv
import io
import json
import random
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from statistics import median
from typing import NamedTuple

from autograder.exercises.load import load_set
from autograder.exercises.model import Assignment, ExerciseSet, Limits
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
    """How one wrong program was explained: the lines of the best repair and of its equals, and what it may undo."""

    best: frozenset[int]
    equals: frozenset[int]
    names: frozenset[str]
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
    best = frozenset(edit.line for repair in repairs[:1] for edit in repair.edits)
    equals = frozenset(edit.line for repair in repairs for edit in repair.edits)
    names = {name for repair in repairs[:1] for edit in repair.edits for name in edit.kind.at(edit.role)}
    return Explained(best, equals, frozenset(names), took)


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
    seconds: list[float] = field(default_factory=list)

    def add(self, style: str, mutant: Mutant, found: Explained, *, verbose: bool) -> None:
        """Counts one, and prints what is wrong with it."""
        every = all if mutant.parts else any
        right = every(_near(mutant, line, found.best) for line in mutant.lines)
        self.seconds.append(found.seconds)
        self.first += right
        self.among += not right and any(_near(mutant, line, found.equals) for line in mutant.lines)
        self.nothing += not found.best
        if verbose and not right:
            lines = [f"{line}: {mutant.source.split(chr(10))[line - 1].strip()}" for line in mutant.lines]
            print(f"  {style}: {mutant.about} at {lines}; found {sorted(found.best)}; {found.seconds:.1f} s")

    def print(self) -> None:
        """Prints all."""
        many = len(self.seconds)
        lines = "lines" if "two" in self.what else "line"
        print(
            f"{many} programs changed in {self.what}: right {lines} first {self.first} ({self.first / many:.1%}), "
            f"among equals {self.among}, nothing {self.nothing}, other lines "
            f"{many - self.first - self.among - self.nothing}; "
            f"median {median(self.seconds):.2f} s, most {max(self.seconds):.2f} s"
        )


def report_mutants(sample: int | None, seed: int, styles: Sequence[str], *, twice: bool, verbose: bool) -> None:
    """Prints how changed programs are explained."""
    count = Count("two places" if twice else "one place")
    for style in styles:
        for mutant, found in mutants_of(style, sample, seed, twice=twice):
            count.add(style, mutant, found, verbose=verbose)
    if count.seconds:
        count.print()


def _near(mutant: Mutant, line: int, lines: frozenset[int]) -> bool:
    """Whether a line is told. What is missing in a loop, or in another order, may be told of the lines around it."""
    around = 0 if "→" in mutant.about else 2 if "left out" in mutant.about else 1
    return any(abs(line - other) <= around for other in lines)


BROKE_AT = re.compile(r'File "[^"]+", line (\d+)')
"""The lines of a traceback, of which the last is told first where the page has no other."""


class Person(NamedTuple):
    """A wrong program that somebody wrote, and what a person says of it.

    lines: each of these sets of lines would be called the mistake's place. names: ids of the catalogue that are true.
    """

    folder: Path
    exercises: Path
    half: str
    lines: tuple[frozenset[int], ...]
    names: frozenset[str]


def written() -> Iterator[Person]:
    """The wrong programs that were written for this."""
    for file in sorted(SUBMISSIONS.glob("written_*/verdict.json")):
        verdict = json.loads(file.read_text("utf-8"))
        about, exercises = verdict["written"], PROJECT / verdict.get("exercises", "exercises")
        lines = tuple(map(frozenset, about["lines"]))
        yield Person(file.parent, exercises, about["half"], lines, frozenset(about["names"]))


def real(folder: Path) -> Iterator[Person]:
    """The wrong ones of tests/real_programs.tsv, as they lie in a folder: for each half one, with one for each id."""
    with (PROJECT / "tests" / "real_programs.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["verdict"] == "wrong":
                lines = tuple(frozenset(map(int, part.split(","))) for part in row["lines"].split(" or ") if part)
                place = PROJECT if row["set"].startswith("exercises") else folder
                names = frozenset(filter(None, row["names"].split(",")))
                yield Person(folder / row["half"] / row["id"], place / row["set"], row["half"], lines, names)


@dataclass
class Told:
    """What is told of some programs: how many are named rightly, falsely or not, and which line comes first."""

    what: str
    rightly: int = 0
    falsely: int = 0
    known: int = 0
    right_first: int = 0
    other_first: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, person: Person, *, verbose: bool) -> None:
        """Grades one, and prints what is false of what is said."""
        exercises = load_set(person.exercises)
        start = time.monotonic()
        report = grade(person.folder, exercises)
        self.seconds.append(time.monotonic() - start)
        failed = [entry for entry in report.visible if isinstance(entry, Failed)]
        if not failed and report.failure is None:
            print(f"  {person.folder.name}: passed, so it is not wrong")
        said = {entry.misconceptions for entry in failed} - {()}
        false = [names for names in said if not person.names & set(names)]
        places = [place.line for entry in failed for place in entry.explanation.places]
        errors = [entry.failure.details for entry in failed if entry.failure is not None]
        broken = [int(number) for text in errors for number in BROKE_AT.findall(text)[-1:]]
        line = next(iter(places or broken), 0)
        right = any(line in lines for lines in person.lines)
        self.known += bool(person.names)
        self.rightly += bool(said) and not false
        self.falsely += bool(false)
        self.right_first += right
        self.other_first += bool(line) and not right
        if false or (verbose and not right):
            names = "; ".join(" or ".join(names) for names in said) or "-"
            wanted = f"{' or '.join(str(sorted(lines)) for lines in person.lines)}, {', '.join(person.names) or '-'}"
            print(
                f"  {person.folder.name}: {places or broken or '-'}, {names} (not {wanted}); {self.seconds[-1]:.1f} s"
            )

    def print(self) -> None:
        """Prints all."""
        many = len(self.seconds)
        if many:
            print(
                f"{self.what}: {many} programs; names: right {self.rightly} (of {self.known} that have one), "
                f"false {self.falsely}; line first: right {self.right_first} ({self.right_first / many:.0%}), "
                f"another {self.other_first}, none {many - self.right_first - self.other_first}; "
                f"median {median(self.seconds):.1f} s, most {max(self.seconds):.1f} s"
            )


def report_people(what: str, programs: Iterable[Person], half: str, only: str, *, verbose: bool) -> int:
    """Prints how the programs of a collection are explained, by halves; returns how many have a false name."""
    told = {part: Told(f"{what}, {part}") for part in ("tune", "aside") if half in ("", part)}
    for person in programs:
        if person.half in told and fnmatch(person.folder.name, only):
            told[person.half].add(person, verbose=verbose)
    for part in told.values():
        part.print()
    return sum(part.falsely for part in told.values())


def main() -> int:
    """Prints all, and returns whether something is called what it is not."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--real", type=Path, metavar="FOLDER", help="where the programs of real_programs.tsv lie")
    parser.add_argument("--half", choices=("tune", "aside"), default="", help="one half alone")
    parser.add_argument("--only", default="*", metavar="GLOB", help="programs whose folders are called so")
    parser.add_argument("--by-script", action="store_true", help="right programs changed by a script instead")
    parser.add_argument("--sample", type=int, metavar="N", help="N mutants and pairs of each style")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--styles", default="*", metavar="GLOB", help="of right programs")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what was not found")
    options = parser.parse_args()
    if options.by_script:
        styles = [style for style in STYLES if fnmatch(style, options.styles)]
        for twice in (False, True):
            report_mutants(options.sample, options.seed, styles, twice=twice, verbose=options.verbose)
        return 0
    wrongly = report_people("written", written(), options.half, options.only, verbose=options.verbose)
    if options.real is not None:
        wrongly += report_people("real", real(options.real), options.half, options.only, verbose=options.verbose)
    return 1 if wrongly else 0


if __name__ == "__main__":
    sys.exit(main())
