"""Grade random archives and notebooks, or random rosters and options, and check what always has to hold.

    .venv/bin/python -m tests.fuzz archives --seed 1 --runs 200
    .venv/bin/python -m tests.fuzz rosters --seed 1 --runs 200

A run is made by its seed and its number alone, so `--first N --runs 1` makes one again. The exit status is 0 or 2, there
are no tracebacks, results are valid, nothing is left behind, and only a right program gets points.
"""

import argparse
import contextlib
import csv
import io
import json
import os
import random
import shutil
import struct
import sys
import tempfile
import traceback
import warnings
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from autograder.cli.command_line import main as autograder
from tests.sets import SUBMISSIONS, made_set, valid_results, written

FILE, NOTEBOOK = "alphabeta.py", "alphabeta.ipynb"
WRONG = (
    "",
    "max_value = min_value = lambda state, alpha, beta: 'x'\n",
    "def max_value(state, alpha, beta): return None\n",
    "import nothing_of_this_name\n",
    "raise SystemExit\n",
    "def max_value(:\n",
    "\0\ufeff",
)
"""Programs that get no point for anything."""
NAMES = (
    "",
    ".",
    "..",
    "/",
    "//",
    "a",
    "A",
    "é",
    "\u202e",
    "nul",
    "C:",
    "x" * 250,
    "x" * 300,
    "_" * 5000,
    "__MACOSX",
    ".git",
    FILE,
    NOTEBOOK,
    "mine.zip",
    "evil-of-a-fuzzer.py",
    "a\\b",
    "..\\..\\evil-of-a-fuzzer.py",
)
LISTED, LOCAL = b"PK\1\2", b"PK\3\4"
SIZES = {LISTED: 46, LOCAL: 30}
SIGNATURES = (LISTED, LOCAL, b"PK\5\6", b"PK\6\6", b"PK\6\7")
STATUSES = (0, 2)
POINTS = 3


class Failed(Exception):
    """A claim did not hold. Its text says which."""


class Ran(NamedTuple):
    """The end of a command."""

    status: int
    output: str


class Fuzzer:
    """Makes runs in a folder of its own, of which nothing is left."""

    def __init__(self, place: Path, seed: int) -> None:
        self._seed, self._place = seed, place
        self._right = (SUBMISSIONS / "textbook" / FILE).read_text("utf-8")
        tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
        accept = [".py", ".ipynb", ".zip"]
        self._set = made_set(place / "set", {"01": {"tree": tree}}, accept=accept)
        self._temporary = place / "temporary"
        self._temporary.mkdir()
        self._chance = random.Random()
        self._is_calm = False
        """Whether few things are odd in this run, so that some programs are graded."""

    def run(self, kind: str, number: int) -> str:
        """Make a run of a kind, and return the outcome of it in a word. Raises Failed."""
        self._chance = random.Random(f"{kind} {self._seed} {number}")
        self._is_calm = self._one_in(2)
        hand_in = self._place / "hand_in"
        before = _outside()
        with _folder(hand_in):
            word = {"archives": self._archives, "rosters": self._rosters}[kind](hand_in)
        left = [*self._temporary.iterdir()]
        if left or _outside() != before:
            raise Failed(f"left behind: {left or _outside() ^ before}")
        return word

    def _command(self, *arguments: object) -> Ran:
        """Run a command, and return its outcome. Raises Failed."""
        output = io.StringIO()
        with (
            contextlib.redirect_stdout(output),
            contextlib.redirect_stderr(output),
            _environment(TMPDIR=str(self._temporary)),
        ):
            try:
                status = autograder([str(argument) for argument in arguments])
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else 1
            except Exception:  # what a command lets pass is what is looked for
                raise Failed(traceback.format_exc()) from None
        text = output.getvalue()
        if "Traceback" in text or status not in STATUSES:
            raise Failed(f"status {status}: {text}")
        return Ran(status, text)

    # --- Archives and notebooks ---

    def _archives(self, hand_in: Path) -> str:
        if self._one_in(5):
            return self._class_archive(hand_in)
        program, may_be_right = self._program()
        make: Callable[[Path, str], Path] = self._chance.choice(
            [self._zip, self._notebook, self._zip_of_notebook, self._both]
        )
        submission = make(hand_in, program)
        results = self._place / "results.json"
        ran = self._command(submission, "--exercises", self._set, "--results", results)
        data = valid_results(results)
        results.unlink()
        points = float(data["tests"][0]["score"]) if data.get("tests") else 0.0
        if points and not may_be_right:
            raise Failed(f"{points} points for a wrong program: {ran.output}")
        if "autograder itself" in ran.output:
            raise Failed(ran.output)
        return f"{points:g} points, status {ran.status}"

    def _class_archive(self, hand_in: Path) -> str:
        """Grade a class of three in an archive, of which one student's part is odd."""
        file = hand_in / "class.zip"
        others = ("alice", "zoe")
        names = [f"mallory/{self._name()}" for _ in range(self._chance.randint(1, 4))]
        with _archive(file) as opened:
            opened.writestr(f"alice/{FILE}", self._right)
            for name in names:
                self._write_entry(opened, name, self._chance.choice(WRONG))
            opened.writestr(f"zoe/{FILE}", self._right)
        file.write_bytes(self._entries_damaged(file.read_bytes(), b"mallory/"))
        results = self._place / "results"
        with _folder(results):
            ran = self._command(
                "class", file, "--exercises", self._set, "--results", results
            )
            for name in others:
                if not (results / f"{name}.json").exists():
                    raise Failed(f"{name} has no results: {names} {ran.output}")
                data = valid_results(results / f"{name}.json")
                if data["tests"][0]["score"] != POINTS:
                    raise Failed(f"{name} has lost points: {ran.output}")
            if not (results / "class.csv").exists():
                raise Failed(f"no table: {ran.output}")
        return f"class, status {ran.status}"

    def _program(self) -> tuple[str, bool]:
        """Return a program, and whether it may have points."""
        if self._one_in(2):
            return self._right, True
        return self._chance.choice(WRONG), False

    def _zip(self, hand_in: Path, program: str, inner: str = FILE) -> Path:
        file = hand_in / "mine.zip"
        with _archive(file) as opened:
            for _ in range(self._chance.choice([1, 1, 2])):
                folder = self._chance.choice(["", "", "hw/", "a/b/"])
                self._write_entry(opened, folder + inner, program)
            for _ in range(0 if self._is_calm else self._chance.randint(0, 3)):
                self._write_entry(opened, self._name(), self._chance.choice(WRONG))
        data = file.read_bytes()
        if not self._is_calm and self._one_in(2):
            data = self._entries_damaged(data, b"")
        file.write_bytes(self._damaged(data))
        return self._chance.choice([file, hand_in])

    def _zip_of_notebook(self, hand_in: Path, program: str) -> Path:
        return self._zip(hand_in, self._notebook_text(program), NOTEBOOK)

    def _notebook(self, hand_in: Path, program: str) -> Path:
        data = self._notebook_text(program).encode("utf-8", "surrogatepass")
        written(hand_in / NOTEBOOK, self._damaged(data))
        if self._one_in(4):
            written(hand_in / FILE / "x.py", "x = 1\n")
        if self._one_in(4):
            os.symlink(
                self._chance.choice([FILE, "/etc/passwd", "."]), hand_in / "link"
            )
        return self._chance.choice([hand_in / NOTEBOOK, hand_in])

    def _both(self, hand_in: Path, program: str) -> Path:
        self._notebook(hand_in, program)
        self._zip(hand_in, program)
        return hand_in

    def _notebook_text(self, program: str) -> str:
        """Return a notebook that has a program in its cells, and more."""
        odd: list[object] = [
            None,
            3,
            [],
            {},
            "x",
            ["\udc00"],
            1e308,
            "%%time\nx = 1",
            "!ls\n%cd",
        ]
        cells: list[object] = [
            {"cell_type": "code", "id": "p", "metadata": {}, "outputs": [],
             "execution_count": None, "source": program}
        ]  # fmt: skip
        for _ in range(0 if self._is_calm else self._chance.randint(0, 2)):
            kind = self._chance.choice(["code", "markdown", "raw", "x", None])
            cell = {"cell_type": kind, "source": self._chance.choice(odd), "id": "o"}
            cells.insert(self._chance.randint(0, 1), cell)
        if self._is_calm:
            whole = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}}
            return json.dumps({**whole, "cells": cells[:1]})
        document: dict[str, object] = {
            "nbformat": self._chance.choice([4, 4, 4, 3, "4", 99, None]),
            "nbformat_minor": self._chance.choice([5, 5, 0, -1, "x"]),
            "metadata": self._chance.choice([{}, {}, {"kernelspec": 3}, odd]),
            "cells": self._chance.choice([cells, cells, cells, {}, cells[0]]),
        }
        if self._one_in(6):
            document.pop(self._chance.choice([*document]))
        return json.dumps(document)

    def _name(self) -> str:
        steps = [self._chance.choice(NAMES) for _ in range(self._chance.randint(1, 3))]
        return "/".join(steps)

    def _write_entry(self, opened: zipfile.ZipFile, name: str, text: str) -> None:
        info = zipfile.ZipInfo("x")
        info.filename = name
        info.compress_type = self._chance.choice(
            [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED]
        )
        modes = [0, 0o100644, 0o120777, 0o040755, 0o010644]
        mode = self._chance.choice(modes[:2] if self._is_calm else modes)
        info.external_attr = mode << 16
        info.extra = self._chance.choice([b"", b"", b"\1\0\0\0", b"\x99\x99\4\0abcd"])
        data = text.encode("utf-8", "surrogatepass")
        if not self._is_calm and self._one_in(10):
            data += LISTED * 1000 + b"PK\5\6" + bytes(18)
        opened.writestr(info, data)

    def _entries_damaged(self, data: bytes, start: bytes) -> bytes:
        """Return an archive with a few fields changed of entries whose names begin so."""
        changed = bytearray(data)
        starts = [
            (offset, signature)
            for signature, size in SIZES.items()
            for offset in range(len(data) - size)
            if data.startswith(signature, offset)
            and data.startswith(start, offset + size)
        ]
        for _ in range(self._chance.randint(0, 4) if starts else 0):
            offset, signature = self._chance.choice(starts)
            # not the three lengths, by which the entry after it is found
            lengths = {LISTED: range(28, 34), LOCAL: range(26, 30)}[signature]
            fields = [at for at in range(4, SIZES[signature]) if at not in lengths]
            changed[offset + self._chance.choice(fields)] = self._chance.randrange(256)
            (size,) = struct.unpack_from("<H", data, offset + lengths[0])
            if start and size > len(start) and self._one_in(2):
                changed[offset + SIZES[signature] + len(start)] = 0xFF
        return bytes(changed)

    def _damaged(self, data: bytes) -> bytes:
        """Return bytes as they are, or some of them changed, cut or repeated."""
        changed = bytearray(data)
        most = 1 if self._is_calm else 8
        for _ in range(self._chance.choice([0, 0, 0, 1, most]) if data else 0):
            offset = self._chance.randrange(len(changed) or 1)
            match self._chance.randrange(5):
                case 0:
                    changed[offset : offset + 1] = bytes([self._chance.randrange(256)])
                case 1:
                    del changed[offset:]
                case 2:
                    changed[offset:offset] = self._chance.choice(SIGNATURES)
                case 3:
                    changed += changed[offset : offset + 200]
                case _:
                    numbers = struct.pack("<L", self._chance.choice([0, 2**32 - 1, 7]))
                    changed[offset : offset + 4] = numbers
        return bytes(changed)

    def _one_in(self, many: int) -> bool:
        return self._chance.randrange(many) == 0

    # --- Rosters and options ---

    def _rosters(self, hand_in: Path) -> str:
        for name in ("alice", "bob"):
            written(hand_in / "class" / name / FILE, self._right)
        files = {
            option: written(hand_in / f"{option}.csv", self._table(begin))
            for option, begin in TABLES.items()
        }
        options: list[object] = []
        chosen = self._chance.sample([*files], self._chance.randint(1, 3))
        if "grades" in chosen and "roster" not in chosen and self._is_calm:
            chosen.append("roster")
        for option in chosen:
            options += [f"--{option}", files[option]]
        for option, values in OPTIONS.items():
            if self._is_calm and option not in USUAL:
                continue
            if self._one_in(4):
                value = self._chance.choice(values[:1] if self._is_calm else values)
                options += [option] if value is None else [option, value]
        results = self._place / "results"
        with _folder(results):
            ran = self._command(
                "class", hand_in / "class", "--exercises", self._set,
                "--results", results, *options,
            )  # fmt: skip
            table = results / "class.csv"
            if ran.status == 0:
                for name in ("alice", "bob"):
                    if (results / f"{name}.json").exists():
                        valid_results(results / f"{name}.json")
                _check_table(table)
        return f"status {ran.status}"

    def _table(self, begin: list[list[str]]) -> bytes:
        """Return a table of random cells, as some spreadsheet may write it.

        begin: its first cells, in which few things are odd.
        """
        chance = self._chance
        headings = chance.sample(HEADINGS, chance.randint(1, 6))
        rows = [headings]
        if self._is_calm:
            text = io.StringIO()
            cells = chance.sample(CELLS, len(begin))
            rows = [[*row, cell] for row, cell in zip(begin, cells, strict=True)]
            csv.writer(text, lineterminator="\n").writerows(rows)
            return text.getvalue().encode()
        for _ in range(chance.randint(0, 5)):
            width = len(headings) + chance.choice([0, 0, 0, -1, 1])
            rows.append([chance.choice(CELLS) for _ in range(max(0, width))])
        text = io.StringIO()
        writer = csv.writer(
            text,
            delimiter=chance.choice(",,,;\t"),
            lineterminator=chance.choice(["\n", "\r\n", "\r"]),
        )
        writer.writerows(rows)
        encoding = chance.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
        return self._damaged(text.getvalue().encode(encoding, "replace"))


HEADINGS = (
    "name", "Name", "email", "Email Address", "id", "ID", "SIS User ID", "login",
    "Student", "Section", "student", "score", "grade", "reason", "exercise", "days",
    "Extension", "First Name", "Last Name", "Username", "HW 1 (12)", "=1+1", "", "é",
)  # fmt: skip
CELLS = (
    "alice", "bob", "Alice Able", "Able, Alice", "a@x.edu", "12", "12.5", "-1", "1e9",
    "nan", "", " ", "=cmd|'/c calc'!A1", "+1", "@x", '"', "\n", "\t", "é", "\u202e",
    "2026-11-20T23:59", "01", "excused", "x" * 3000, "EX", "0", "100%", "1,000",
)  # fmt: skip
OPTIONS: dict[str, list[object]] = {
    "--due": ["2026-11-20T23:59", "yesterday", "", "2026-11-20T23:59 Mars/Phobos"],
    "--only": ["01", "alice", "*", "[", "nobody", ""],
    "--column": ["grade", "", "x", "HW 1 (12)"],
    "--missing": ["zero", "blank", "x"],
    "--jobs": ["1", "0", "-1", "x", "9" * 30],
    "--again": [None],
    "--html": [None],
    "--results": ["/dev/null", "/proc/x"],
    "--nothing": [None],
}


TABLES = {
    "roster": [["name", "email"], ["alice", "a@x.edu"], ["bob", "b@x.edu"]],
    "overrides": [["student", "change", "reason"], ["alice", "points +1", "asked"]],
    "grades": [["name", "email", "grade"], ["alice", "a@x.edu", ""]],
}
"""The first rows of the tables if few things are odd."""
USUAL = ("--due", "--missing", "--jobs", "--again", "--html")
"""Options whose first value is right for any class."""


def _check_table(table: Path) -> None:
    """Raise Failed for a ragged row, or for a cell that a spreadsheet would compute."""
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    for row in rows:
        if len(row) != len(rows[0]):
            raise Failed(f"a ragged row: {row}")
        if any(cell.startswith(("=", "+", "@")) for cell in row):
            raise Failed(f"a formula: {row}")


def _outside() -> set[str]:
    """Return the files at which a path of an archive might lead."""
    folders = ("/", "/tmp", os.path.expanduser("~"), os.getcwd())
    paths = {os.path.join(folder, NAMES[19]) for folder in folders}
    return {path for path in paths if os.path.lexists(path)}


@contextlib.contextmanager
def _folder(folder: Path) -> Iterator[None]:
    folder.mkdir()
    try:
        yield
    finally:
        shutil.rmtree(folder)


@contextlib.contextmanager
def _environment(**variables: str) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


@contextlib.contextmanager
def _archive(file: Path) -> Iterator[zipfile.ZipFile]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
        with zipfile.ZipFile(file, "w") as opened:
            yield opened


def fuzz(kind: str, seed: int, numbers: range) -> tuple[dict[str, int], list[str]]:
    """Make runs; return how often each ended so, and the failures."""
    outcomes: dict[str, int] = {}
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        path.chmod(0o755)  # root's programs run as users of their own
        fuzzer = Fuzzer(path, seed)
        for number in numbers:
            try:
                word = fuzzer.run(kind, number)
            except (Failed, AssertionError) as failure:
                failures.append(f"run {number} of seed {seed}: {failure}")
                continue
            outcomes[word] = outcomes.get(word, 0) + 1
    return outcomes, failures


def main() -> int:
    """Make the runs that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kind", choices=["archives", "rosters"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.runs)
    outcomes, failures = fuzz(options.kind, options.seed, numbers)
    for word, times in sorted(outcomes.items()):
        print(f"{times:5} {word}")
    print(*failures, f"{options.runs} runs, {len(failures)} failed", sep="\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
