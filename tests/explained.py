"""Prints how well wrong programs are explained that people wrote.

    .venv/bin/python -m tests.explained [--real FOLDER [--number]] [--half tune|aside] [--only GLOB] [-v]

`written_*` of tests/submissions were written for this. tests/real_programs.tsv judges public programs. They are
others', and it says nothing of whose they are: a number, a digest, and what a person said of the program. FOLDER, which
is kept apart from the project, has the rest:

    real_programs.tsv     the same list with origins: id, half, origin, language, set, verdict, lines, names, note
    key                   a secret. A row's digest is the HMAC of its id and origin with it, so nobody can guess them
    real_sets.tar.xz      the adapters with which these programs are graded; or `sets`, the same unpacked
    tune/ID, aside/ID     the programs of the list; those that are not there are counted and left out
    written/NAME          more programs like written_*, of which nobody may publish the right one

With --number nothing is graded: tests/real_programs.tsv is written anew from FOLDER's list, and `key` if there is none.

Each program is graded whole. A person said which lines are the mistake's and what it is called; a name that is not
among these is a false one, and the command fails. One half of each collection is for changing the engine by, the other
is looked at when that is done.
"""

import argparse
import csv
import hmac
import json
import os
import re
import sys
import tarfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import Assignment
from autograder.core.judging.judge import Failed
from autograder.core.worker.adapted import Adapted
from autograder.explain.findings import NOTHING_FOUND
from autograder.explain.graded import grade_and_explain
from reference import game
from tests.sets import PROJECT, SUBMISSIONS


@contextmanager
def world_of(assignment: Assignment) -> Iterator[Adapted | None]:
    """Yield the modules that a worker has before the student's file, be they a course's."""
    modules = dict(sys.modules)
    sys.modules["game"] = game
    adapter = assignment.adapter
    try:
        yield (
            Adapted(adapter.file.name, adapter.source, list(adapter.needs))
            if adapter is not None
            else None
        )
    finally:
        sys.modules.clear()
        sys.modules.update(modules)


BROKE_AT = re.compile(r'File "[^"]+", line (\d+)')
"""The lines of a traceback, the last of which is told first if the page has no other."""


class Person(NamedTuple):
    """A wrong program that somebody wrote, and what a person says of it.

    lines: each of these sets of lines would be called the mistake's place. names: ids of the catalogue that are true.
    """

    folder: Path
    exercises: Path
    half: str
    lines: tuple[frozenset[int], ...]
    names: frozenset[str]


REAL_PROGRAMS = PROJECT / "tests" / "real_programs.tsv"
COLUMNS = ("number", "digest", "half", "set", "verdict", "lines", "names")
KEY_BYTES = 32
Row = dict[str, str]


def written(folder: Path = SUBMISSIONS) -> Iterator[Person]:
    """Yield the wrong programs in a folder that were written for this."""
    for file in sorted(folder.glob("written_*/verdict.json")):
        verdict = json.loads(file.read_text("utf-8"))
        about = verdict["written"]
        exercises = PROJECT / verdict.get("exercises", "exercises")
        lines = tuple(map(frozenset, about["lines"]))
        yield Person(
            file.parent, exercises, about["half"], lines, frozenset(about["names"])
        )


def read_list(file: Path) -> list[Row]:
    """Return the rows of a list of programs."""
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened, delimiter="\t"))


def rows_by_digest(folder: Path) -> dict[str, Row]:
    """Return the rows of the list with origins, by the digests that stand for them in REAL_PROGRAMS."""
    key = (folder / "key").read_bytes()
    listed = read_list(folder / "real_programs.tsv")
    digests = [
        hmac.new(key, f"{row['id']}\t{row['origin']}".encode(), "sha256").hexdigest()
        for row in listed
    ]
    return dict(zip(digests, listed, strict=True))


def number_programs(folder: Path) -> None:
    """Write REAL_PROGRAMS anew from a folder's list with origins, in the order of the digests, which tells nothing.

    A set of the folder's own is called by a number, as its name may be a person's. Makes the folder's key if there is
    none.
    """
    if not (folder / "key").exists():
        (folder / "key").write_bytes(os.urandom(KEY_BYTES))
    listed = sorted(rows_by_digest(folder).items())
    sets: dict[str, str] = {}
    with REAL_PROGRAMS.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(COLUMNS)
        for number, (digest, row) in enumerate(listed, 1):
            name = row["set"]
            if not name.startswith("exercises"):
                name = sets.setdefault(name, f"sets/{len(sets) + 1}")
            table.writerow(
                (
                    number,
                    digest,
                    row["half"],
                    name,
                    row["verdict"],
                    row["lines"],
                    row["names"],
                )
            )


@contextmanager
def adapters_of(folder: Path) -> Iterator[Path]:
    """Yield the folder in which `sets` has the adapters of the programs of others."""
    if (folder / "sets").is_dir():
        yield folder
        return
    with TemporaryDirectory() as unpacked:
        with tarfile.open(folder / "real_sets.tar.xz") as archive:
            # Python has data_filter since 3.10.12 and 3.11.4.
            archive.extraction_filter = getattr(tarfile, "data_filter", None)
            archive.extractall(unpacked)
        yield Path(unpacked)


def real(folder: Path, adapters: Path) -> Iterator[Person]:
    """Yield the wrong programs of REAL_PROGRAMS, as they lie in a folder: for each half one, with one for each id."""
    origins = rows_by_digest(folder)
    for row in read_list(REAL_PROGRAMS):
        if row["verdict"] != "wrong":
            continue
        origin = origins[row["digest"]]
        lines = tuple(
            frozenset(map(int, alternative.split(",")))
            for alternative in row["lines"].split(" or ")
            if alternative
        )
        root = PROJECT if row["set"].startswith("exercises") else adapters
        names = frozenset(filter(None, row["names"].split(",")))
        yield Person(
            folder / row["half"] / origin["id"],
            root / origin["set"],
            row["half"],
            lines,
            names,
        )


def told(person: Person, *, verbose: bool) -> Counter[str]:
    """Count how a program is named, and which line comes first. False names are printed."""
    exercises = load_set(person.exercises)
    start = time.monotonic()
    explained = grade_and_explain(person.folder, exercises)
    seconds = time.monotonic() - start
    failed = [
        exercise
        for exercise in explained.report.visible
        if isinstance(exercise, Failed)
    ]
    if not failed and explained.report.failure is None:
        print(f"  {person.folder.name}: passed, so it is not wrong")
    named_mistakes = {failed_verdict.misconceptions for failed_verdict in failed} - {()}
    false = any(not person.names & set(names) for names in named_mistakes)
    findings = [
        explained.findings.get(failed_verdict.exercise.id, NOTHING_FOUND)
        for failed_verdict in failed
    ]
    places = [location.line for finding in findings for location in finding.locations]
    errors = [
        failed_verdict.failure.details
        for failed_verdict in failed
        if failed_verdict.failure is not None
    ]
    broken = [int(number) for text in errors for number in BROKE_AT.findall(text)[-1:]]
    line = next(iter(places or broken), 0)
    right = any(line in lines for lines in person.lines)
    if false or (verbose and not right):
        names = "; ".join(" or ".join(names) for names in named_mistakes) or "-"
        wanted = f"{' or '.join(str(sorted(lines)) for lines in person.lines)}, {', '.join(person.names) or '-'}"
        print(
            f"  {person.folder.name}: {places or broken or '-'}, {names} (not {wanted}); {seconds:.1f} s"
        )
    named = (
        "falsely named" if false else "rightly named" if named_mistakes else "not named"
    )
    first = "right line" if right else "another line" if line else "no line"
    return Counter(
        {
            named: 1,
            first: 1,
            "with a name": int(bool(person.names)),
            "seconds": round(seconds),
        }
    )


def report_people(
    what: str, programs: Iterable[Person], half: str, only: str, *, verbose: bool
) -> int:
    """Print how the programs of a collection are explained, by halves; returns how many have a false name."""
    counts = {
        half_name: [Counter[str]()]
        for half_name in ("tune", "aside")
        if half in ("", half_name)
    }
    missing = 0
    for person in programs:
        if person.half in counts and fnmatch(person.folder.name, only):
            if person.folder.exists():
                counts[person.half].append(told(person, verbose=verbose))
            else:
                missing += 1
    if missing:
        print(f"{what}: {missing} programs are not there, and are left out")
    for half_name, counters in counts.items():
        sums = ", ".join(
            f"{count} {of}"
            for of, count in sorted(sum(counters, Counter[str]()).items())
        )
        print(f"{what}, {half_name}: {len(counters) - 1} programs in all; {sums}")
    return sum(
        counter["falsely named"] for counters in counts.values() for counter in counters
    )


def main() -> int:
    """Print all, and return whether something is called what it is not."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument(
        "--real",
        type=Path,
        metavar="FOLDER",
        help="where the programs of real_programs.tsv lie",
    )
    parser.add_argument(
        "--half", choices=("tune", "aside"), default="", help="one half alone"
    )
    parser.add_argument(
        "--only",
        default="*",
        metavar="GLOB",
        help="programs whose folders are called so",
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="print what was not found"
    )
    parser.add_argument(
        "--number",
        action="store_true",
        help="write tests/real_programs.tsv anew from FOLDER's list",
    )
    options = parser.parse_args()
    if options.number and options.real is None:
        parser.error("--number needs --real FOLDER, where the list with origins lies")
    if options.real is not None and (
        why := lacks(options.real, numbering=options.number)
    ):
        parser.error(why)
    if options.number:
        number_programs(options.real)
        return 0
    collections: Mapping[str, Iterable[Person]] = {"written": written()}
    with (
        nullcontext() if options.real is None else adapters_of(options.real) as adapters
    ):
        if adapters is not None:
            collection = [*written(), *written(options.real / "written")]
            collections = {"written": collection, "real": real(options.real, adapters)}
        wrongly = 0
        for name, programs in collections.items():
            wrongly += report_people(
                name, programs, options.half, options.only, verbose=options.verbose
            )
    return 1 if wrongly else 0


def lacks(folder: Path, *, numbering: bool) -> str:
    """Say why a folder of real programs cannot be read, or does not fit REAL_PROGRAMS; return "" if it does."""
    if not (folder / "real_programs.tsv").is_file():
        return f"{folder} has no real_programs.tsv, the list with origins"
    if numbering:
        return ""
    if not (folder / "key").is_file():
        return f"{folder} has no key, so no row can be found; --number makes one and lists the programs anew"
    if not (folder / "sets").is_dir() and not (folder / "real_sets.tar.xz").is_file():
        return f"{folder} has neither sets nor real_sets.tar.xz, the adapters"
    unknown = {row["digest"] for row in read_list(REAL_PROGRAMS)} - set(
        rows_by_digest(folder)
    )
    if unknown:
        text = f"{len(unknown)} programs here are not in {folder}'s list, or its key is another"
        return f"{text}; --number lists the programs anew"
    return ""


if __name__ == "__main__":
    sys.exit(main())
