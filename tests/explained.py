"""Prints how well wrong programs are explained that people wrote.

    .venv/bin/python -m tests.explained [--real FOLDER] [--half tune|aside] [--only GLOB] [-v]

`written_*` of tests/submissions were written for this; tests/real_programs.tsv lists public programs with a judgement,
which lie in a folder of one's own, as they are others': `tune/ID` and `aside/ID`, and beside these `sets`, the adapters
of tests/real_sets.tar.xz. Each is graded whole. A person said which lines are the mistake's and what it is called; a
name that is not among these is a false one, and the command fails. One half of each collection is for changing the
engine by, the other is looked at when that is done.
"""

import argparse
import csv
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

from autograder.exercises.load import load_set
from autograder.exercises.model import Assignment
from autograder.judging.judge import Failed
from autograder.judging.run import grade
from autograder.worker.adapted import Adapted
from reference import game
from tests.sets import PROJECT, SUBMISSIONS


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


def told(person: Person, *, verbose: bool) -> Counter[str]:
    """What is told of one: how it is named, and which line comes first. What is false is printed."""
    exercises = load_set(person.exercises)
    start = time.monotonic()
    report = grade(person.folder, exercises)
    seconds = time.monotonic() - start
    failed = [entry for entry in report.visible if isinstance(entry, Failed)]
    if not failed and report.failure is None:
        print(f"  {person.folder.name}: passed, so it is not wrong")
    said = {entry.misconceptions for entry in failed} - {()}
    false = any(not person.names & set(names) for names in said)
    places = [place.line for entry in failed for place in entry.explanation.places]
    errors = [entry.failure.details for entry in failed if entry.failure is not None]
    broken = [int(number) for text in errors for number in BROKE_AT.findall(text)[-1:]]
    line = next(iter(places or broken), 0)
    right = any(line in lines for lines in person.lines)
    if false or (verbose and not right):
        names = "; ".join(" or ".join(names) for names in said) or "-"
        wanted = f"{' or '.join(str(sorted(lines)) for lines in person.lines)}, {', '.join(person.names) or '-'}"
        print(f"  {person.folder.name}: {places or broken or '-'}, {names} (not {wanted}); {seconds:.1f} s")
    named = "falsely named" if false else "rightly named" if said else "not named"
    first = "right line" if right else "another line" if line else "no line"
    return Counter({named: 1, first: 1, "with a name": int(bool(person.names)), "seconds": round(seconds)})


def report_people(what: str, programs: Iterable[Person], half: str, only: str, *, verbose: bool) -> int:
    """Prints how the programs of a collection are explained, by halves; returns how many have a false name."""
    counts = {part: [Counter[str]()] for part in ("tune", "aside") if half in ("", part)}
    for person in programs:
        if person.half in counts and fnmatch(person.folder.name, only):
            counts[person.half].append(told(person, verbose=verbose))
    for part, each in counts.items():
        sums = ", ".join(f"{count} {of}" for of, count in sorted(sum(each, Counter[str]()).items()))
        print(f"{what}, {part}: {len(each) - 1} programs in all; {sums}")
    return sum(each["falsely named"] for part in counts.values() for each in part)


def main() -> int:
    """Prints all, and returns whether something is called what it is not."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--real", type=Path, metavar="FOLDER", help="where the programs of real_programs.tsv lie")
    parser.add_argument("--half", choices=("tune", "aside"), default="", help="one half alone")
    parser.add_argument("--only", default="*", metavar="GLOB", help="programs whose folders are called so")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what was not found")
    options = parser.parse_args()
    wrongly = report_people("written", written(), options.half, options.only, verbose=options.verbose)
    if options.real is not None:
        wrongly += report_people("real", real(options.real), options.half, options.only, verbose=options.verbose)
    return 1 if wrongly else 0


if __name__ == "__main__":
    sys.exit(main())
