"""The grader as a student's process sees it: it knows a tree's values, and is told of
calls and what they return."""

import marshal
import os
from array import array
from math import inf, nan
from types import CodeType
from typing import Any

from autograder.limits import LARGEST_EXACT, LONGEST_WORDS, MOST_DIGITS
from autograder.worker import wire
from autograder.worker.adapted import plain
from autograder.worker.tracebacks import type_name
from reference.game import Looks, State, Tree, Value

_read, _write, _pack, _unpack, _SIZE = (
    os.read,
    os.write,
    wire.FRAME.pack,
    wire.FRAME.unpack,
    wire.SIZE,
)
LARGEST_WHOLE = 10**MOST_DIGITS
"""Whole numbers below it travel as their digits."""


class Grader:
    """The grader at the other end of the socket, whose descriptor is `channel`."""

    def __init__(self, channel: int) -> None:
        self.channel = channel

    def command(self) -> dict[str, Any]:
        """Waits for the grader's next command; ends this process when the grader is
        gone."""
        _, size, _ = _unpack(self._read(_SIZE))
        return dict(marshal.loads(self._read(size)))

    def ask(self, node: int) -> Value | None:
        """The value at a node: one question, one answer."""
        _write(self.channel, _pack(wire.LOOK, node, 0.0))
        return self.answer()

    def answer(self) -> Value | None:
        """What the grader answers to a question."""
        kind, _, value = _unpack(self._read(_SIZE))
        return int(value) if kind == wire.INT else value if kind == wire.FLOAT else None

    def tell(self, kind: int, number: int, value: float) -> None:
        """Sends a frame."""
        _write(self.channel, _pack(kind, number, value))

    def say(self, kind: int, words: str) -> None:
        """Sends a frame with words."""
        text = words.encode("utf-8", "backslashreplace")[:LONGEST_WORDS]
        _write(self.channel, _pack(kind, len(text), 0.0) + text)

    def returned(self, value: object) -> None:
        """Sends what a student's function returned. Exact types only: a subclass may
        claim to equal everything."""
        found: Any = plain(value)
        kind = type(found)
        if kind is float:
            self.tell(wire.RETURNED_FLOAT, 0, found)
        elif (kind is int or kind is bool) and abs(found) <= LARGEST_EXACT:
            self.tell(wire.RETURNED_INT, 0, float(found))
        elif kind is int and abs(found) < LARGEST_WHOLE:
            self.say(wire.RETURNED_LARGE, str(found))
        elif kind is str and len(found) <= LONGEST_WORDS:
            self.say(wire.RETURNED_TEXT, found)
        else:
            self.say(wire.REFUSED, wire.TOO_LARGE if kind is int else type_name(kind))

    def _read(self, size: int) -> bytes:
        data = _read(self.channel, size)
        while len(data) < size:
            more = _read(self.channel, size - len(data))
            if not more:
                os._exit(0)
            data += more
        return data


class AskedTree(Tree):
    """A tree of which only the shape is here: whoever looks asks the grader."""

    grader: Grader

    def __init__(self, grader: Grader, command: dict[str, Any]) -> None:
        super().__init__(
            array("I", command["shape"]), (), command["players"], command["names"]
        )
        vars(self).update(grader=grader)

    def again(self) -> "AskedTree":
        """The same shape for another search: states of two searches are not equal."""
        tree = AskedTree.__new__(AskedTree)
        vars(tree).update(vars(self))
        return tree

    def new_looks(self) -> Looks:
        """The looks of a search that begins."""
        return _AskedLooks(self)


class _AskedLooks(Looks):
    tree: AskedTree

    def look(self, node: int) -> Value | None:
        return self.tree.grader.ask(node)


def as_float(value: object) -> float:
    """A number as a double, and what is too large for one as an infinity; nan for
    anything else."""
    value = plain(value)
    try:
        return float(value) if type(value) in (int, float, bool) else nan  # type: ignore[arg-type]
    except OverflowError:
        return inf if value > 0 else -inf  # type: ignore[operator]


def as_exact_float(value: object) -> float:
    """A number as a double that is equal to it; nan for anything else."""
    value, number = plain(value), as_float(value)
    return nan if type(value) is int and abs(value) > LARGEST_EXACT else number


def watched(
    grader: Grader,
    function: Any,
    number: int,
    window: tuple[int, int],
    answered: bool,
    ends: bool,
) -> Any:
    """The function, telling the grader of each call and perhaps its end, or asking it.
    window: places of the bounds."""
    code = getattr(function, "__code__", None)
    names: tuple[str, ...] = code.co_varnames if isinstance(code, CodeType) else ()
    last = getattr(function, "__defaults__", None) or ()
    defaults = dict(
        zip(names[: getattr(code, "co_argcount", 0)][::-1], last[::-1], strict=False)
    )

    def watch(*arguments: Any, **keywords: Any) -> Any:
        others = (
            keywords.get(name, defaults.get(name)) for name in names[len(arguments) :]
        )
        given = dict(enumerate((*arguments, *others)))
        state = given.get(0)
        if isinstance(state, State):
            alpha, beta = (as_float(given.get(place)) for place in window)
            grader.tell(wire.ASK if answered else wire.CALL, state.index, alpha)
            grader.tell(wire.WINDOW_END, number, beta)
            if answered:
                return grader.answer()
        value = None
        try:
            value = function(*arguments, **keywords)
        finally:
            if ends and isinstance(state, State):
                grader.tell(wire.CALL_ENDED, 0, as_exact_float(value))
        return value

    return watch
