"""How a step in the student's process ended: with what it came to, or with a failure in
words that say what to do."""

import builtins
import math
import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from autograder.limits import (
    MOST_LINES_NAMED,
)
from autograder.text import QUOTE, listed, quoted, table, visible_name
from autograder.worker import wire
from reference.game import Value
from reference.problem import Call, Observation

Unread = Literal["missing file", "missing function", "not run"]
Wrong = Literal["raised", "not a value", "not a window", "not an answer", "adapter"]
Stopped = Literal["too slow", "processor time", "too many looks", "died", "forged"]
Cause = Unread | Wrong | Stopped


class Failure(NamedTuple):
    """A step that came to no answer: why, the student's own traceback, and the looks
    and calls before it ended."""

    cause: Cause
    words: str
    details: str = ""
    looks: tuple[int, ...] = ()
    calls: tuple[Call, ...] = ()

    @property
    def headline(self) -> str:
        """The first line of the words, as a sentence of its own where lines of the
        student's follow it."""
        first, _, _ = self.words.partition("\n")
        return f"{first[:-1]}." if first.endswith(":") else first


def in_short(failure: Failure) -> str:
    """A failure in so few words that those of a class can be counted: "returned None",
    "raised IndexError"."""
    own_words = "\n".join(
        line for line in failure.words.split("\n") if not line.startswith(QUOTE)
    )
    if (
        failure.cause == "raised"
        and "and returned None." not in own_words.partition("\n")[2]
    ):
        kind, *_ = re.split(r"[:\n]", own_words)
        return (
            f"raised {kind}"
            if is_python_s_own(kind)
            else "raised an exception of another kind"
        )
    returned = (
        re.match(r"[^:\n]*; it (returned [^:\n]+)", own_words)
        if failure.cause == "not a value"
        else None
    )
    return (
        returned[1].rstrip(".")
        if returned
        else table(ROOM)["in short"].get(failure.cause, "returned None")
    )


def is_python_s_own(kind: str) -> bool:
    """Return whether the name of an exception's type is one of Python's own."""
    named = getattr(builtins, kind, None)
    return isinstance(named, type) and issubclass(named, BaseException)


def broke_on_none(failure: Failure) -> bool:
    """Whether a step broke because something was None."""
    return (
        failure.cause == "raised"
        and failure.words.startswith("TypeError")
        and "NoneType" in failure.words
    )


class Load(NamedTuple):
    """What came of importing a file: the functions that it lacks, each with how
    (`missing_words`); what was printed."""

    outcome: Mapping[str, str] | Failure
    printed: str = ""


class Returned(NamedTuple):
    """A call of the student's, and what it returned, None for no number: good for a
    sentence, never for a grade."""

    function: str
    node: int
    alpha: Value
    beta: Value
    value: Value | None
    below: tuple[tuple[int, Value | None], ...]
    """The nodes of the calls that it made itself, each with what came back."""


class Searched(NamedTuple):
    """What came of one search, what was printed meanwhile, and, where asked for, the
    calls as they ended."""

    outcome: Observation | Failure
    printed: str = ""
    returned: tuple[Returned, ...] = ()

    @property
    def finished(self) -> Observation | None:
        """What a search did that returned, with nan for what is no value; None where it
        did not return."""
        if isinstance(self.outcome, Failure) and self.outcome.cause == "not a value":
            return Observation(math.nan, self.outcome.looks, self.outcome.calls)
        return self.outcome if isinstance(self.outcome, Observation) else None


class Calls:
    """What the student's process says of its calls. begun: in the order of beginning.
    ended: in that of ending."""

    def __init__(self) -> None:
        self.begun: list[Call] = []
        self.ended: list[Returned] = []
        self._open: list[tuple[Call, list[tuple[int, float | None]]]] = []

    def begin(self, call: Call) -> None:
        """Notes a call as it begins."""
        self.begun.append(call)
        self._open.append((call, []))

    def end(self, value: float) -> bool:
        """Notes what the innermost call returned, nan for no number. False where no
        call is open."""
        if not self._open:
            return False
        call, below = self._open.pop()
        number = None if math.isnan(value) else value
        self.ended.append(
            Returned(
                call.function, call.node, call.alpha, call.beta, number, tuple(below)
            )
        )
        if self._open:
            self._open[-1][1].append((call.node, number))
        return True


ROOM = "sandbox"
"""Its tables say what a returned object or an exception means, and how a failure is
called in short."""


def name_in_a_sentence(name: str) -> str:
    """Return a name that a student's process told: in backticks where it is none in
    Python, so that its end is seen."""
    shown = visible_name(name)
    return (
        shown
        if all(part.isidentifier() for part in name.split("."))
        else f"`{shown.replace('`', chr(39))}`"
    )


def refused_words(message: str) -> str:
    """Return what to say where the course's adapter takes what was returned for no
    answer.

    message: its reason, as the student's process tells it, where a program can call the
    adapter's `refuse` itself.
    """
    return f"{table(ROOM)['said']['refused']}\n{quoted(message)}"


def adapter_words(place: str, kind: str, message: str) -> str:
    """Return what to say where the student's process tells that the course's adapter
    raised an exception.

    place: the adapter's file and perhaps the line. kind, message: the exception's.
    """
    raised = f"{place}: {kind}: {message}" if message else f"{place}: {kind}"
    return f"{table(ROOM)['said']['adapter']}\n{quoted(raised)}"


def returned_words(function: str, kind: str) -> str:
    """What is wrong with a returned object that is neither a value nor an action."""
    function = visible_name(function)
    what = table(ROOM)["no answer"].get(
        kind, f"it returned {name_in_a_sentence(kind)}: return an int or a float"
    )
    what = (
        table(ROOM)["said"]["digits"].format(kind) if kind == wire.TOO_LARGE else what
    )
    if function == "alpha_beta_search":
        return f"{function} must return an action, one of state.actions(); {what.partition(':')[0]}."
    name = function[0].upper() + function[1:] if " " in function else function
    return f"{name} must return a number; {what}."


def missing_words(file: str, lacking: Mapping[str, str]) -> str:
    """What to say of the functions, classes and methods (CLASS.METHOD) that the
    student's file lacks.

    lacking: by their names, such as "f", or "f|g" where either would do: "missing
    OTHERS", of which the others are what the file defines; "is KIND"; or "within CLASS"
    of one that is a method there.
    """
    states = {name: how.split() or ["missing"] for name, how in lacking.items()}
    missing = [
        name for name, (state, *_) in states.items() if state not in ("is", "within")
    ]
    sentences = [
        _misplaced(file, name, states[name]) for name in states if name not in missing
    ]
    if missing:
        defined = listed(states[missing[0]][1:], most=MOST_LINES_NAMED)
        others = (
            f"It defines {defined}"
            if defined
            else "It defines no function when it is imported"
        )
        exact = "the names must be exactly those of the assignment."
        sentences.append(
            f"{visible_name(file)} has {_none_of(missing)}. {others}; {exact}"
        )
    return " ".join(sentences)


def _misplaced(file: str, name: str, how: Sequence[str]) -> str:
    """Return what to say of what is there and no function. how: "is" and its type, or
    "within" and a class."""
    state, *rest = how
    shown, place = visible_name(name.replace("|", " or ")), visible_name(file)
    if state == "within" and rest:
        where = f"a method of {name_in_a_sentence(rest[0])}"
        return f"{shown} in {place} is {where}. It has to be a function outside of any class."
    return f"{shown} in {place} is not a function but of type {name_in_a_sentence(' '.join(rest))}."


def _none_of(names: Sequence[str]) -> str:
    """Return names as what a file lacks: "no functions called max_value and
    min_value"."""
    by_kind: dict[str, list[str]] = {}
    for name in names:
        kind = (
            "method" if "." in name else "class" if name[:1].isupper() else "function"
        )
        by_kind.setdefault(kind, []).append(visible_name(name.replace("|", " or ")))
    plurals = {"method": "methods", "class": "classes", "function": "functions"}
    parts: list[str] = []
    for kind, alike in by_kind.items():
        noun = kind if len(alike) == 1 else plurals[kind]
        parts.append(f"no {noun} called {' and '.join(alike)}")
    return " and ".join(parts)
