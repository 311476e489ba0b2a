"""What a student's process and the grader tell each other of repairs: records as rows.

The worker gives the grader nothing but text. A claim is one row, as "repair", a tab and
"17,31". A repair is several, here with spaces for the tabs:

    repair
    edit    looser  cutoff  alphabeta.py    7
    lines   alphabeta.py    7       7       1
         if alpha >= beta:

Who reads them checks each, as a process that ran a stranger's code, or read it, may
write anything: what is not as it should be raises ValueError.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from autograder.core import limits

IN = "in"
"""The kind of a message that lists the regions whose edits are numbered."""
PART = "part"
"""The kind of a message about a part of the repair before it."""
CLAIMS = ("repair", "nearest", "seen")
MOST_NUMBERS = {IN: limits.MOST_REGIONS, **dict.fromkeys(CLAIMS, limits.MOST_EDITS)}
"""How many numbers may follow: of regions, or of edits."""
TAB = "\t"


class ClaimedEdits(NamedTuple):
    """What a process claims of some edits, by their numbers in the list of all edits.

    kind: "repair", "nearest" or "seen"; or "in", of the regions of the program.
    """

    kind: str
    numbers: tuple[int, ...]

    def row(self) -> str:
        """Return it as a row."""
        numbers = ",".join(map(str, self.numbers))
        return f"{self.kind}{TAB}{numbers}"

    @classmethod
    def read(cls, row: str) -> "ClaimedEdits":
        """Return the claim of a row. Raises ValueError."""
        kind, listed = row.split(TAB)
        numbers = tuple(map(_number, listed.split(",")))
        if len(numbers) > MOST_NUMBERS.get(kind, 0):
            raise ValueError(row)
        return cls(kind, numbers)


class ToldEdit(NamedTuple):
    """One edit of a repair: its kind by name, the role of the place, file and line."""

    kind: str
    role: str
    file: str
    line: int

    def row(self) -> str:
        """Return it as a row."""
        return TAB.join(["edit", self.kind, self.role, self.file, str(self.line)])

    @classmethod
    def read(cls, row: str) -> "ToldEdit":
        """Return the edit of a row. Raises ValueError."""
        _, kind, role, file, line = row.split(TAB)
        return cls(kind, role, file, _number(line))


class NewLines(NamedTuple):
    """Lines of a file, from `first` to `last`, with what a repair writes instead."""

    file: str
    first: int
    last: int
    lines: tuple[str, ...]

    def rows(self) -> Iterator[str]:
        """Yield it as rows: one that says how many lines follow, and these."""
        numbers = (self.first, self.last, len(self.lines))
        yield TAB.join(["lines", self.file, *map(str, numbers)])
        yield from (f" {line}" for line in self.lines)

    @classmethod
    def read(cls, rows: list[str]) -> "NewLines":
        """Take its rows from the beginning of some. Raises ValueError."""
        _, file, first, last, count = rows.pop(0).split(TAB)
        following = _number(count)
        if following > limits.MOST_NEW_LINES:
            raise ValueError(file)
        lines = rows[:following]
        del rows[:following]
        for line in lines:
            if not line.startswith(" ") or len(line) > limits.LONGEST_NEW_LINE:
                raise ValueError(line)
        without_space = tuple(line[1:] for line in lines)
        return cls(file, _number(first), _number(last), without_space)


class ToldRepair(NamedTuple):
    """A repair: its edits, and the lines that they change.

    kind: of claim, or "part".
    """

    kind: str
    edits: tuple[ToldEdit, ...]
    new_lines: tuple[NewLines, ...]

    def rows(self) -> Iterator[str]:
        """Yield it as rows."""
        yield self.kind
        for edit in self.edits:
            yield edit.row()
        for new_lines in self.new_lines:
            yield from new_lines.rows()

    @classmethod
    def read(cls, rows: list[str]) -> "ToldRepair":
        """Take its rows from the beginning of some. Raises ValueError."""
        kind = rows.pop(0)
        edits: list[ToldEdit] = []
        while rows and rows[0].startswith(f"edit{TAB}"):
            edits.append(ToldEdit.read(rows.pop(0)))
        new_lines: list[NewLines] = []
        while rows and rows[0].startswith(f"lines{TAB}"):
            new_lines.append(NewLines.read(rows))
        is_claim = kind in CLAIMS and 0 < len(edits) <= limits.MOST_EDITS
        if not is_claim and kind != PART:
            raise ValueError(kind)
        return cls(kind, tuple(edits), tuple(new_lines))


def read_claims(text: str) -> list[ClaimedEdits]:
    """Return what a process claims, up to what is not as it should be.

    Regions come first, if at all.
    """
    claims: list[ClaimedEdits] = []
    with suppress(ValueError):
        for row in text.split("\n")[: limits.MOST_CLAIMS]:
            claim = ClaimedEdits.read(row)
            if claim.kind == IN and claims:
                break
            claims.append(claim)
    return claims


def read_told_repairs(text: str) -> Iterator[ToldRepair]:
    """Yield the repairs of a text, up to what is not as it should be."""
    rows = text.split("\n")
    with suppress(ValueError):
        while rows:
            yield ToldRepair.read(rows)


def _number(text: str) -> int:
    """Return the number that a text is, in few of the digits 0 to 9, or raise."""
    is_number = text.isascii() and text.isdigit()
    is_short = len(text) < len(str(limits.LARGEST_CLAIMED))
    if not is_number or not is_short:
        raise ValueError(text)
    return int(text)
