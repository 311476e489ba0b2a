"""An exception as a student's process tells it: a stranger's text, checked here.

Imported only where something broke.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from autograder.exercises.model import Adapter
from autograder.limits import LONGEST_EXCEPTION, LONGEST_QUOTED_LINE
from autograder.text import between_backticks, named
from autograder.worker import wire

PLACE = re.compile(
    r'^File "(?P<file>.*)", line (?P<line>\d+)(?P<call>, in (?P<function>.*?))?'
    r"(?:, that is line (?P<row>\d+) of cell (?P<cell>\d+))?(?:\n    (?P<text>.*))?$",
    re.MULTILINE,
)
"""A place in a student's file, as the worker's traceback tells it."""


class TracedLine(NamedTuple):
    """A line of a student's file: its number, its text, the function that it is in.

    row, cell: where it stands in a notebook, if it comes from one. is_called: whether
    it ran, and is none that Python could not read.
    """

    file: str
    line: str
    text: str
    function: str
    row: str
    cell: str
    is_called: bool

    @classmethod
    def of(cls, match: re.Match[str]) -> "TracedLine":
        """Return the line that a match of PLACE tells."""
        fields = match.groupdict("")
        is_called = bool(fields.pop("call"))
        return cls(**fields, is_called=is_called)

    def named(self, file: str) -> str:
        """Return the line in a sentence.

        file: the student's own, which goes without saying.
        """
        where = f"line {self.line}"
        if self.cell:
            where = f"line {self.row} of cell {self.cell}"
        if self.file != file:
            where += f" of {named(self.file)}"
        if not self.text:
            return where
        return f"{where}, `{between_backticks(self.text, LONGEST_QUOTED_LINE)}`"


class MissingReturn(NamedTuple):
    """A function that returned None to the call that broke, and the line of its end."""

    line: str
    function: str

    @classmethod
    def parse(cls, text: str) -> "MissingReturn | None":
        """Read "LINE FUNCTION"; return None for any other text."""
        line, _, function = text.partition(" ")
        return cls(line, function) if line.isdecimal() and function else None


class UnknownName(NamedTuple):
    """A name that is not there, and the names that are there in its place."""

    name: str = ""
    known: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "UnknownName":
        """Read names with blanks between them, the unknown one first."""
        names = list(dict.fromkeys(text[:LONGEST_EXCEPTION].split()))
        return cls(names[0], tuple(names[1:])) if names else cls()


class Clues(NamedTuple):
    """What the worker tells of an exception beside its text; "" for what it does not.

    through: the module that ended the program. breakpoint: the line that stopped in the
    debugger, "NUMBER TEXT". path: of a file that is not there. moved: "yes" where the
    current folder was changed. given: modules of an adapter's that it is about, blanks
    between. replaced: those of them in the place of files that were handed in. number:
    the name of a number that was called like a function. pasted: what was pasted along
    with a file that Python cannot read, "KIND FIRST-LAST …", the latter its lines.
    """

    through: str = ""
    breakpoint: str = ""
    path: str = ""
    moved: str = ""
    given: str = ""
    replaced: str = ""
    number: str = ""
    pasted: str = ""

    @classmethod
    def parse(cls, text: str) -> "Clues":
        """Read a line for each clue, "NAME VALUE". What is no clue is passed over."""
        values: dict[str, str] = {}
        for line in text.split("\n"):
            name, _, value = line.partition(" ")
            if name in cls._fields and value:
                values[name] = value
        return cls(**values)


class RaisedException(NamedTuple):
    """An exception that reached the worker.

    kind: the name of its type. traceback: the lines of the student's that it passed, if
    not the call of their function raised it.
    """

    kind: str
    message: str = ""
    traceback: str = ""
    missing_return: MissingReturn | None = None
    unknown_name: UnknownName = UnknownName()
    clues: Clues = Clues()

    @classmethod
    def parse(cls, text: str) -> "RaisedException":
        """Read the fields as `wire.RAISED` has them. One that is missing is empty."""
        texts = text.split("\0", len(wire.RAISED_FIELDS) - 1)
        fields = dict(zip(wire.RAISED_FIELDS, texts, strict=False))
        return cls(
            fields["kind"],
            fields.get("message", ""),
            fields.get("traceback", ""),
            MissingReturn.parse(fields.get("returned_none", "")),
            UnknownName.parse(fields.get("names", "")),
            Clues.parse(fields.get("clues", "")),
        )

    @property
    def lines(self) -> list[TracedLine]:
        """The student's lines in the traceback, the last call last."""
        return [TracedLine.of(match) for match in PLACE.finditer(self.traceback)]

    @property
    def last_line(self) -> TracedLine | None:
        """The last of these lines, if there is one."""
        lines = self.lines
        return lines[-1] if lines else None

    @property
    def last_text(self) -> str:
        """The text of the last line; "" if there is none."""
        line = self.last_line
        return line.text if line else ""


class AdapterException(NamedTuple):
    """An exception of the course's adapter. line: of the adapter's, "line NUMBER"."""

    kind: str
    message: str = ""
    line: str = ""

    @classmethod
    def parse(cls, text: str) -> "AdapterException":
        """Read the fields as `wire.ADAPTER_RAISED` has them."""
        return cls(*text.split("\0", len(cls._fields) - 1))


class GradedProgram(NamedTuple):
    """What the grader knows of a program and of what it may use.

    file: the student's. folder: the grader's copy of the submission, None where it is
    not known. packages: those that the assignment allows. calls: how the assignment's
    functions are called, by their names. adapter: the set's, which gives a course's own
    states.
    """

    file: str = "alphabeta.py"
    folder: Path | None = None
    packages: Sequence[str] = ()
    calls: Mapping[str, str] = {}
    adapter: Adapter | None = None
