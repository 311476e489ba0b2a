"""The grader as a worker sees it.

It knows a tree's values, and is told of calls and the values that they return.
"""

import marshal
import os
from array import array
from collections.abc import Iterator, Sequence
from math import inf, nan
from types import CodeType
from typing import TYPE_CHECKING, Any

from autograder.core.limits import LARGEST_EXACT, LONGEST_WORDS
from autograder.core.worker import wire
from autograder.core.worker.adapted import LARGEST_WHOLE, plain, type_name
from reference.game import Looks, State, Tree, Value

if TYPE_CHECKING:
    from autograder.core.worker.commands import SearchCommand

_read, _write, _times = os.read, os.write, os.times
_pack, _unpack, _SIZE = wire.FRAME.pack, wire.FRAME.unpack, wire.SIZE
SENT_AT_ONCE = 4096
"""The bytes from which on kept frames are sent."""
KEPT_SECONDS = 0.1
"""The time after which frames are kept no longer than until the next search."""


class Grader:
    """The grader at the other end of a socket for questions and a pipe of answers."""

    def __init__(self, questions: int, answers: int) -> None:
        self.descriptors = (questions, answers)
        self._questions, self._answers = questions, answers
        self._kept = b""
        """What is told while nobody waits for it."""
        self.keeps = False
        """Whether frames that need no answer are kept, and sent at once with more."""
        self._due = 0.0
        """When kept frames are to be sent, by the kernel's clock."""

    def command(self) -> Any:
        """Wait for the grader's next command, and return it: a type of `commands`.

        Ends this process when the grader is gone.
        """
        self._flush()
        _, size, _ = _unpack(self._read(_SIZE))
        return marshal.loads(self._read(size))

    def ask(self, node: int) -> Value | None:
        """Return the value at a node: one question, one answer."""
        _write(self._questions, _pack(wire.LOOK, node, 0.0))
        return self._next_value()

    def answer(self) -> Value | None:
        """Return the grader's answer to a question."""
        self._flush()
        return self._next_value()

    def tell(self, kind: int, number: int, value: float) -> None:
        """Send a frame."""
        self._send(_pack(kind, number, value))

    def say(self, kind: int, message: str) -> None:
        """Send a frame, and a text after it."""
        text = message.encode("utf-8", "backslashreplace")[:LONGEST_WORDS]
        self._send(_pack(kind, len(text), 0.0) + text)

    def returned(self, value: object) -> None:
        """Send the result of a student's function.

        Exact types only, by `is`: a subclass, or its metaclass, may claim to equal
        everything.
        """
        result: Any = plain(value)
        kind = type(result)
        if kind is float:
            self.tell(wire.RETURNED_FLOAT, 0, result)
        elif (kind is int or kind is bool) and abs(result) <= LARGEST_EXACT:
            self.tell(wire.RETURNED_INT, 0, float(result))
        elif kind is int and abs(result) < LARGEST_WHOLE:
            self.say(wire.RETURNED_LARGE, str(result))
        elif kind is str and len(result) <= LONGEST_WORDS:
            self.say(wire.RETURNED_TEXT, result)
        else:
            self.say(wire.REFUSED, wire.TOO_LARGE if kind is int else type_name(kind))

    def _send(self, data: bytes) -> None:
        """Send bytes, or keep them until they are many or an answer is waited for."""
        self._kept += data
        if not self.keeps or len(self._kept) >= SENT_AT_ONCE:
            self._flush()

    def send_late(self) -> None:
        """Send frames that were kept for long, before another search begins.

        The grader gives a search its time when it hears how the one before it ended.
        """
        now = _times().elapsed
        if now >= self._due:
            self._flush()
            self._due = now + KEPT_SECONDS

    def _flush(self) -> None:
        """Send the kept frames."""
        kept, self._kept = self._kept, b""
        if kept:
            _write(self._questions, kept)

    def _next_value(self) -> Value | None:
        """Return the value that the grader sends next."""
        kind, _, value = _unpack(self._read(_SIZE))
        if kind == wire.INT:
            return int(value)
        return value if kind == wire.FLOAT else None

    def _read(self, size: int) -> bytes:
        """Return the next bytes of the grader. End the process if it is gone."""
        data = _read(self._answers, size)
        while len(data) < size:
            piece = _read(self._answers, size - len(data))
            if not piece:
                os._exit(0)
            data += piece
        return data


class AskedTree(Tree):
    """A tree that shows no values: each look asks the grader for one.

    told: those that are known here, so that looks ask for none; () for none. A program
    sees as little of them, or it would be right here alone.
    """

    grader: Grader
    told: Sequence[Value | None]

    def __init__(self, grader: Grader, command: "SearchCommand") -> None:
        super().__init__(
            array("I", command["shape"]), (), command["players"], command["names"]
        )
        vars(self).update(grader=grader, told=())

    def again(self, told: Sequence[Value | None] = ()) -> "AskedTree":
        """Return the same shape for another search.

        States of two searches are not equal.
        """
        tree = AskedTree.__new__(AskedTree)
        vars(tree).update(vars(self), told=told)
        return tree

    def new_looks(self) -> Looks:
        """Return the looks of a search that begins."""
        return _ToldLooks(self) if self.told else _AskedLooks(self)


class _AskedLooks(Looks):
    tree: AskedTree

    def look(self, node: int) -> Value | None:
        return self.tree.grader.ask(node)


class _ToldLooks(Looks):
    """The looks at a tree whose values are known here, told to the grader."""

    tree: AskedTree

    def look(self, node: int) -> Value | None:
        self.tree.grader.tell(wire.LOOK, node, 0.0)
        return self.tree.told[node]


def looks_of(grader: Grader, command: "SearchCommand") -> Iterator[Looks]:
    """Yield the looks of each search of a command, before it begins."""
    tree = AskedTree(grader, command)
    grader.keeps = "values" in command
    if not grader.keeps:
        for _ in range(command["times"]):
            yield tree.again().new_looks()
        return
    for values in command["values"]:
        grader.send_late()
        yield tree.again(values).new_looks()


def as_float(value: object) -> float:
    """Return a number as a double, and nan for anything else.

    A number too large for a double becomes an infinity.
    """
    number: Any = plain(value)
    if type(number) not in (int, float, bool):
        return nan
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def as_exact_float(value: object) -> float:
    """Return a number as a double that is equal to it, and nan for anything else."""
    number = plain(value)
    if type(number) is int and abs(number) > LARGEST_EXACT:
        return nan
    return as_float(number)


def _window_in(
    arguments: dict[int, Any], window: tuple[int, ...]
) -> tuple[float, float]:
    """Return the window among a call's arguments; all numbers if it has none."""
    if not window:
        return -inf, inf
    alpha, beta = (as_float(arguments.get(index)) for index in window)
    return alpha, beta


def watched(
    grader: Grader,
    function: Any,
    number: int,
    window: tuple[int, ...],
    *,
    answered: bool,
    ends: bool,
) -> Any:
    """Return a function that tells the grader of each call, and then is the other one.

    number: the grader's number for it. window: the indices of its bounds, if it has
    any. answered: it asks the grader in place of the other one. ends: it tells the
    returned values, too.
    """
    code = getattr(function, "__code__", None)
    names: tuple[str, ...] = code.co_varnames if isinstance(code, CodeType) else ()
    parameters = names[: getattr(code, "co_argcount", 0)]
    last_values = getattr(function, "__defaults__", None) or ()
    # The last parameters are those that have defaults.
    pairs = zip(parameters[::-1], last_values[::-1], strict=False)
    defaults = dict(pairs)

    def watch(*arguments: Any, **keywords: Any) -> Any:
        """Call the student's function and tell of it, or have the textbook answer."""
        unnamed = names[len(arguments) :]
        others = [keywords.get(name, defaults.get(name)) for name in unnamed]
        given = dict(enumerate([*arguments, *others]))
        state = given.get(0)
        if isinstance(state, State):
            alpha, beta = _window_in(given, window)
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
