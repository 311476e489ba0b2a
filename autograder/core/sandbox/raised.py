"""An exception as a worker tells it: a stranger's text, checked here.

The worker bounds its messages, but the worker is the student's: each field is cut here
to the length that an honest one sends, before any pattern looks at it.

Imported only if something broke.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from autograder.core.exercises.model import Adapter
from autograder.core.limits import (
    LONGEST_EXCEPTION,
    LONGEST_PLACE,
    LONGEST_QUOTED_LINE,
    LONGEST_SOURCE_LINE,
    LONGEST_TRACEBACK,
    LONGEST_TYPE_NAME,
)
from autograder.core.sentences import sentence
from autograder.core.text import between_backticks, named
from autograder.core.worker import wire

PLACE = re.compile(
    r'^File "(?P<file>.*)", line (?P<line>\d+)(?P<call>, in (?P<function>.*?))?'
    r"(?:, cell (?P<cell>\d+): (?P<row>\d+))?(?:\n    (?P<text>.*))?$",
    re.MULTILINE,
)
"""A place in a student's file, as the worker's traceback tells it."""
LEFT_OUT = re.compile(r"^  … (\d{1,9}) …$", re.MULTILINE)
"""The number of calls that the worker leaves out of a traceback."""
LINES = {
    (False, False, False): "line",
    (False, False, True): "line, text",
    (False, True, False): "line of a file",
    (False, True, True): "line of a file, text",
    (True, False, False): "line of a cell",
    (True, False, True): "line of a cell, text",
    (True, True, False): "line of a cell of a file",
    (True, True, True): "line of a cell of a file, text",
}
"""The names of a line in a sentence, by whether it has a cell, a file and a text."""
BEFORE_SOURCE = "    "
"""The blanks before a student's line in a traceback."""


class TracedLine(NamedTuple):
    """A line of a student's file: its number, its text, the function that it is in.

    row, cell: its place in a notebook; "" if it comes from none. is_called: whether it
    ran; a line that Python could not read did not.
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
        name = LINES[bool(self.cell), self.file != file, bool(self.text)]
        return sentence(
            "line",
            name,
            line=self.row if self.cell else self.line,
            cell=self.cell,
            file=named(self.file),
            text=between_backticks(self.text, LONGEST_QUOTED_LINE),
        )


class ReturnedNoNumber(NamedTuple):
    """A function that returned no number to the call that broke.

    line: that of its end. kind: one of `wire.NO_NUMBERS`.
    """

    line: str
    kind: str
    function: str

    @classmethod
    def parse(cls, text: str) -> "ReturnedNoNumber | None":
        """Read "LINE KIND FUNCTION"; return None for any other text."""
        line, _, rest = text.partition(" ")
        kind, _, function = rest.partition(" ")
        is_one = line.isdecimal() and kind in wire.NO_NUMBERS and function
        return cls(line, kind, function) if is_one else None


class UnknownName(NamedTuple):
    """A name that is not there, and the names that are there in its place."""

    name: str = ""
    known: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "UnknownName":
        """Read names with blanks between them, the unknown one first."""
        names = list(dict.fromkeys(text.split()))
        return cls(names[0], tuple(names[1:])) if names else cls()


class Clues(NamedTuple):
    """The facts about an exception that the worker tells beside its text, or "".

    through: the module that ended the program.
    breakpoint: the line that stopped in the debugger, "NUMBER TEXT".
    path: of a file that is not there.
    moved: "yes" if the current folder was changed.
    given: the modules that the exception is about and the course's adapter made, blanks
    between. replaced: the adapter's modules whose names are those of files that were
    handed in; all of its modules are looked at if the exception is about the adapter.
    number: the name of a number that was called like a function.
    outside: the declaration of a variable outside of the function that sets one of its
    own of that name, "global NAME" or "nonlocal NAME".
    pasted: the kind and the lines of the text that was pasted along with a file that
    Python cannot read, "KIND FIRST-LAST …".
    """

    through: str = ""
    breakpoint: str = ""
    path: str = ""
    moved: str = ""
    given: str = ""
    replaced: str = ""
    number: str = ""
    outside: str = ""
    pasted: str = ""

    @classmethod
    def parse(cls, text: str) -> "Clues":
        """Read a line for each clue, "NAME VALUE". Any other line is passed over."""
        values: dict[str, str] = {}
        for line in text.split("\n"):
            name, _, value = line.partition(" ")
            if name in cls._fields and value:
                values[name] = value
        return cls(**values)


class RaisedException(NamedTuple):
    """An exception that reached the worker.

    kind: the name of its type. message: "" for none. traceback: the student's lines
    that it passed; "" if the grader's call of their function raised it, as with a wrong
    number of arguments. returned: the call that returned no number just before, if one
    is known.
    """

    kind: str
    message: str = ""
    traceback: str = ""
    returned: ReturnedNoNumber | None = None
    unknown_name: UnknownName = UnknownName()
    clues: Clues = Clues()

    @classmethod
    def parse(cls, raised: str) -> "RaisedException":
        """Read the fields in the order of `wire.RAISED_FIELDS`; one not sent is ""."""
        texts = raised.split("\0", len(wire.RAISED_FIELDS) - 1)
        fields = dict.fromkeys(wire.RAISED_FIELDS, "")
        traceback = ""
        for name, text in zip(wire.RAISED_FIELDS, texts, strict=False):
            fields[name] = text[:LONGEST_EXCEPTION]
            if name == "traceback":
                traceback = _cut_traceback(text)
        return cls(
            fields["kind"][:LONGEST_TYPE_NAME],
            fields["message"],
            traceback,
            ReturnedNoNumber.parse(fields["returned"]),
            UnknownName.parse(fields["names"]),
            Clues.parse(fields["clues"]),
        )

    @property
    def traceback_in_words(self) -> str:
        """The traceback as it is shown, with remarks in the run's language."""
        return LEFT_OUT.sub(_calls_left_out, PLACE.sub(_place_in_words, self.traceback))

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


def _place_in_words(match: re.Match[str]) -> str:
    """Return a match of PLACE as it is shown: with its place in a notebook in words."""
    cell, line = match["cell"], match["row"]
    if cell is None:
        return match[0]
    text = match.string
    place = text[match.start() : match.start("cell") - len(", cell ")]
    rest = text[match.end("row") : match.end()]
    return sentence("line", "in a traceback", place=place, line=line, cell=cell) + rest


def _calls_left_out(match: re.Match[str]) -> str:
    return f"  {sentence('line', 'calls left out', count=int(match[1]))}"


def _cut_traceback(text: str) -> str:
    """Return as many lines as the worker sends, and as much of each."""
    lines: list[str] = []
    for line in text.split("\n")[: 2 * LONGEST_TRACEBACK]:
        most = LONGEST_PLACE
        if line.startswith(BEFORE_SOURCE):
            most = len(BEFORE_SOURCE) + LONGEST_SOURCE_LINE
        lines.append(line[:most])
    return "\n".join(lines)


class AdapterException(NamedTuple):
    """An exception of the course's adapter.

    message: "" for none. line: the number of the adapter's line; "" if not known.
    """

    kind: str
    message: str = ""
    line: str = ""

    @classmethod
    def parse(cls, text: str) -> "AdapterException":
        """Read the fields as `wire.ADAPTER_RAISED` has them."""
        kind, _, rest = text.partition("\0")
        message, _, line = rest.partition("\0")
        return cls(
            kind[:LONGEST_TYPE_NAME],
            message[:LONGEST_EXCEPTION],
            line[:LONGEST_QUOTED_LINE] if line.isdecimal() else "",
        )


class GradedProgram(NamedTuple):
    """The grader's own knowledge of a program and of the code that it may use.

    file: the student's. folder: the grader's copy of the submission; None if it is not
    known. packages: those that the assignment allows. calls: a call of each function of
    the assignment, by its name. adapter: the set's, which gives a course's own states.
    """

    file: str = "alphabeta.py"
    folder: Path | None = None
    packages: Sequence[str] = ()
    calls: Mapping[str, str] = {}
    adapter: Adapter | None = None
