"""The lines of JSON that a worker and the grader exchange about repairs.

The worker gives the grader nothing but text. A claim is one line, as

    ["repair",[17,31]]

and before the first it may say of a function, by its number, which variables hold alpha
and beta:

    [4,"self.low","self.high"]

and which hold numbers of plies, and values of leaves:

    [4,["depth"],["score"]]

A repair is one line, too, here written in several:

    ["repair",
     [["looser","cutoff","alphabeta.py",7,0,0,"alpha > beta",0,0,"",""]],
     [["alphabeta.py",7,7,["    if alpha >= beta:"]]]]

Each list is a named tuple of this module, or of `scopes`. The reader checks each
field, as a process that ran a stranger's code, or read it, may write anything: a line
that is not as it should be raises ValueError.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from autograder.core import limits
from autograder.explain.repair.facts import Numbers, Window
from autograder.explain.repair.nodes import VARIABLES, expression

IN = "in"
"""The kind of a message that lists the regions whose edits are numbered."""
COMPONENT = "part"
"""The kind of a message about a component of the repair before it."""
CLAIMS = ("repair", "nearest", "seen")
MOVES = (
    "line behind line",
    "line behind block",
    "block behind line",
    "block behind block",
)
INFINITE, MINUS_INFINITE = "infinity", "-infinity"
NAMED = "named"
WITH_BLOCK = "with block"
FORMS = (*MOVES, INFINITE, MINUS_INFINITE, NAMED, WITH_BLOCK)
"""The facts by which the sentences of one kind of edit differ."""
MOST_NUMBERS = {IN: limits.MOST_REGIONS, **dict.fromkeys(CLAIMS, limits.MOST_EDITS)}
"""How many numbers may follow: of regions, or of edits."""


class ClaimedEdits(NamedTuple):
    """A claim of a process about some edits, by their numbers in the list of all edits.

    kind: "repair", "nearest" or "seen"; or "in", of the regions of the program.
    """

    kind: str
    numbers: tuple[int, ...]

    @classmethod
    def read(cls, value: object) -> "ClaimedEdits":
        """Return the claim that a list is. Raises ValueError."""
        kind, listed = _list(value, 2)
        kind = _text(kind)
        numbers = tuple(map(_number, _list(listed)))
        if not 0 < len(numbers) <= MOST_NUMBERS.get(kind, 0):
            raise ValueError(kind)
        return cls(kind, numbers)


class Claims(NamedTuple):
    """All claims of a process about a program: roles of variables, and edits."""

    windows: tuple[Window, ...] = ()
    numbers: tuple[Numbers, ...] = ()
    edits: tuple[ClaimedEdits, ...] = ()


class DescribedEdit(NamedTuple):
    """One edit of a repair: its kind by name, the role of its node, file and line.

    twin: the line of the other player's part that it is made like, else 0. block:
    the line with which the block begins that it is about, else 0. code: the text of the
    expression that it replaces, or "". number: which one of those it is that are
    `alike` in its line; both are 0 if it is the only one. part: the text of the part
    that it leaves of that expression, or the variables that it keeps, or "". form:
    which sentence of its kind tells it, one of FORMS, or "": what it moves behind what
    begins in the line `block`, which infinity it puts there, or that it also changes
    the block below its line.
    """

    kind: str
    role: str
    file: str
    line: int
    twin: int
    block: int = 0
    code: str = ""
    number: int = 0
    alike: int = 0
    part: str = ""
    form: str = ""

    @classmethod
    def read(cls, value: object) -> "DescribedEdit":
        """Return the edit that a list is. Raises ValueError."""
        kind, role, file, line, twin, block, code, *which, part, form = _list(value, 11)
        texts = map(_text, (kind, role, file, code, part, form))
        kind, role, file, code, part, form = texts
        numbers = map(_number, (line, twin, block, *which))
        line, twin, block, number, alike = numbers
        if form and form not in FORMS:
            raise ValueError(form)
        return cls(kind, role, file, line, twin, block, code, number, alike, part, form)


class NewLines(NamedTuple):
    """Lines of a file, from `first` to `last`, and the lines that replace them."""

    file: str
    first: int
    last: int
    lines: tuple[str, ...]

    @classmethod
    def read(cls, value: object) -> "NewLines":
        """Return the lines that a list stands for. Raises ValueError."""
        file, first, last, listed = _list(value, 4)
        lines = tuple(map(_text, _list(listed)))
        is_long = any(len(line) > limits.LONGEST_NEW_LINE for line in lines)
        if is_long or len(lines) > limits.MOST_NEW_LINES:
            raise ValueError(file)
        return cls(_text(file), _number(first), _number(last), lines)


class DescribedRepair(NamedTuple):
    """A repair: its edits, and the lines that they change.

    kind: of claim, or "part".
    """

    kind: str
    edits: tuple[DescribedEdit, ...]
    new_lines: tuple[NewLines, ...]

    @classmethod
    def read(cls, value: object) -> "DescribedRepair":
        """Return the repair that a list is. Raises ValueError."""
        kind, edits, new_lines = _list(value, 3)
        repair = cls(
            _text(kind),
            tuple(map(DescribedEdit.read, _list(edits))),
            tuple(map(NewLines.read, _list(new_lines))),
        )
        is_claim = kind in CLAIMS and 0 < len(repair.edits) <= limits.MOST_EDITS
        if not is_claim and kind != COMPONENT:
            raise ValueError(kind)
        return repair


def written(
    message: ClaimedEdits | Window | Numbers | DescribedRepair,
) -> str:
    """Return a message as a line of JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def read_claims(text: str) -> Claims:
    """Return the claims of a process, up to the first line that is not valid.

    Regions come first, if at all, and the roles of variables before any edits.
    """
    windows: list[Window] = []
    numbers: list[Numbers] = []
    edits: list[ClaimedEdits] = []
    with suppress(ValueError):
        for line in text.split("\n"):
            match _value(line):
                case [region, [*depths], [*values]]:
                    held = _variables(depths), _variables(values)
                    numbers.append(Numbers(_number(region), *held))
                case [region, alpha, beta]:
                    ends = _variable(alpha), _variable(beta)
                    windows.append(Window(_number(region), *ends))
                case value:
                    claim = ClaimedEdits.read(value)
                    if len(edits) == limits.MOST_CLAIMS or (claim.kind == IN and edits):
                        break
                    edits.append(claim)
    most = limits.MOST_REGIONS
    return Claims(tuple(windows[:most]), tuple(numbers[:most]), tuple(edits))


def described_repairs(text: str) -> Iterator[DescribedRepair]:
    """Yield the repairs of a text, up to the first line that is not valid."""
    with suppress(ValueError):
        for line in text.split("\n"):
            yield DescribedRepair.read(_value(line))


def _value(line: str) -> object:
    """Return the value that a line of JSON stands for. Raises ValueError."""
    try:
        return json.loads(line)
    except RecursionError as error:  # lists within lists, without end
        raise ValueError(line) from error


def _list(value: object, length: int | None = None) -> list[Any]:
    """Return a value that is a list, of this length if one is given, or raise."""
    if not isinstance(value, list) or length not in (None, len(value)):
        raise ValueError(value)
    return value


def _text(value: object) -> str:
    """Return a value that is a text of one line, or raise.

    It is one that can be written: JSON can name halves of characters.
    """
    if not isinstance(value, str) or "\n" in value:
        raise ValueError(value)
    value.encode()
    return value


def _variables(listed: list[Any]) -> tuple[str, ...]:
    """Return a list of variables as Python writes them, or raise."""
    if len(listed) > limits.MOST_NUMBERS_HELD:
        raise ValueError(listed)
    return tuple(map(_variable, listed))


def _variable(value: object) -> str:
    """Return a value that is a variable as Python writes it, or raise."""
    text = _text(value)
    if len(text) > limits.LONGEST_END:
        raise ValueError(text)
    try:
        node = expression(text)
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(text) from error
    if not isinstance(node, VARIABLES):
        raise ValueError(text)
    return text


def _number(value: object) -> int:
    """Return a value that is a number from 0 on, and none too large, or raise."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(value)
    if not 0 <= value < limits.LARGEST_CLAIMED:
        raise ValueError(value)
    return value
