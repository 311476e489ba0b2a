"""The end of a step in the worker: its result or its failure, and its messages."""

import builtins
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from autograder.core.limits import MOST_DIGITS, MOST_LINES_NAMED
from autograder.core.sentences import has_sentence, in_a_row, sentence
from autograder.core.text import QUOTE, listed, named, quoted, visible_name
from autograder.core.worker import wire
from reference.game import Value
from reference.problem import Call, Observation

Unread = Literal["missing file", "missing function", "not run", "not answered"]
Wrong = Literal["raised", "not a value", "not a window", "not an answer", "adapter"]
Stopped = Literal["too slow", "processor time", "too many looks", "died", "forged"]
Cause = Unread | Wrong | Stopped
"""The reason why a step came to no answer.

Unread: nothing ran. "not run": the grader gave up before; "not answered": the file of
answers lacks the exercise. Wrong: the student's or the course's code did it. Stopped:
the process was ended, or ended itself; "forged": it sent what the worker never sends.
"""
OVERRUN: tuple[Cause, ...] = ("too slow", "processor time", "too many looks")
"""The causes that end a step in the middle of the student's own lines."""


class Failure(NamedTuple):
    """A step that came to no answer.

    message: the one to the student. details: the student's own traceback. looks,
    calls: those before it ended. returned: the type of the returned object, if that is
    neither a value nor an action, or made the calling function raise. raised: the type
    of the exception. Both are "" for none.
    """

    cause: Cause
    message: str
    details: str = ""
    looks: tuple[int, ...] = ()
    calls: tuple[Call, ...] = ()
    returned: str = ""
    raised: str = ""

    @property
    def headline(self) -> str:
        """The first line of the message, as a sentence of its own.

        A colon before the student's own lines becomes a full stop.
        """
        first, _, _ = self.message.partition("\n")
        return f"{first[:-1]}." if first.endswith(":") else first

    @property
    def line_that_raised(self) -> tuple[str, str]:
        """The file and the line at the end of the traceback; ("", "") without one."""
        calls = re.findall(r'File "([^"]*)", line (\d+)', self.details)
        return calls[-1] if calls else ("", "")


def in_short(failure: Failure) -> str:
    """Return a failure in so few words that those of a class can be counted.

    Such as "returned None", or "raised IndexError".
    """
    if failure.returned:
        if has_sentence("returned", failure.returned):
            return sentence("returned", failure.returned)
        return sentence("in_short", "returned", kind=named(failure.returned))
    if failure.cause != "raised":
        return sentence("in_short", failure.cause)
    if is_builtin_exception(failure.raised):
        return sentence("in_short", "raised", kind=failure.raised)
    return sentence("in_short", "raised another kind")


def is_builtin_exception(kind: str) -> bool:
    """Return whether the name of an exception's type is one of Python's own."""
    builtin = getattr(builtins, kind, None)
    return isinstance(builtin, type) and issubclass(builtin, BaseException)


def broke_on_no_number(failure: Failure) -> bool:
    """Return whether a TypeError names None, a tuple, or a function not called."""
    is_named = any(kind in failure.message for kind in wire.NO_NUMBERS)
    return failure.raised == "TypeError" and is_named


# --- Functions that a submission's file lacks ---


class Missing(NamedTuple):
    """Nothing has the name. defined: the functions that the file has."""

    defined: tuple[str, ...] = ()


class NoFunction(NamedTuple):
    """The name is there, but cannot be called. kind: the name of its type."""

    kind: str


class WithinClass(NamedTuple):
    """A method has the name, and no function."""

    name: str


Absence = Missing | NoFunction | WithinClass


def parse_absence(text: str) -> Absence:
    """Read the field of `wire.LOADED` about a function that is missing.

    "is KIND", "within CLASS", or "missing FUNCTION FUNCTION …" with those that there
    are. Any other text is read as the last: a program can send it.
    """
    match text.split():
        case ["within", name]:
            return WithinClass(name)
        case ["is", *kind]:
            return NoFunction(" ".join(kind))
        case [_, *defined]:
            return Missing(tuple(defined))
    return Missing()


class Load(NamedTuple):
    """The end of an import: the functions that the file lacks, by their names.

    A name may be "f|g", if either would do, or CLASS.METHOD. printed: the output of the
    program meanwhile; "" for none.
    """

    outcome: Mapping[str, Absence] | Failure
    printed: str = ""


# --- A search ---


class Returned(NamedTuple):
    """A call of the student's, and the number that it returned; None for no number.

    It is good for a sentence, never for a grade. below: the nodes of the calls that it
    made itself, each with the number that came back.
    """

    function: str
    node: int
    alpha: Value
    beta: Value
    value: Value | None
    below: tuple[tuple[int, Value | None], ...]


class CallEvent(NamedTuple):
    """The beginning or the end of a call of the student's.

    call: with the number that it returned, once it ended; None for no number. looks:
    the number of looks before.
    """

    call: Call
    has_ended: bool
    looks: int


class Searched(NamedTuple):
    """The end of one search.

    printed: the output of the program meanwhile; "" for none. returned: the calls as
    they ended, if that was asked for. events: their beginnings and ends, in order.
    """

    outcome: Observation | Failure
    printed: str = ""
    returned: tuple[Returned, ...] = ()
    events: tuple[CallEvent, ...] = ()

    @property
    def finished(self) -> Observation | None:
        """The observation of a search that returned; else None.

        If it returned no value, the observation's value is nan.
        """
        outcome = self.outcome
        if isinstance(outcome, Observation):
            return outcome
        if outcome.cause == "not a value":
            return Observation(math.nan, outcome.looks, outcome.calls)
        return None


class _OpenCall(NamedTuple):
    """A call that has not returned yet, and the values of those that it made."""

    call: Call
    below: list[tuple[int, Value | None]]


class Calls:
    """The calls that the worker tells of.

    begun: in the order of beginning. ended: in that of ending; calls that the textbook
    answered are not among them. events: both.
    """

    def __init__(self) -> None:
        self.begun: list[Call] = []
        self.ended: list[Returned] = []
        self.events: list[CallEvent] = []
        self._open: list[_OpenCall] = []

    def begin(self, call: Call, looks: int) -> None:
        """Note a call as it begins. looks: the number of looks before."""
        self.begun.append(call)
        self.events.append(CallEvent(call, has_ended=False, looks=looks))
        self._open.append(_OpenCall(call, []))

    def end(self, value: float, looks: int) -> bool:
        """Note the number that the innermost call returned; nan for no number.

        Return False if no call is open. looks: the number of looks before.
        """
        if not self._open:
            return False
        call, below = self._open.pop()
        function, node, alpha, beta, _ = call
        number = None if math.isnan(value) else value
        ended = call._replace(value=number)
        self.events.append(CallEvent(ended, has_ended=True, looks=looks))
        returned = Returned(function, node, alpha, beta, number, tuple(below))
        self.ended.append(returned)
        if self._open:
            self._open[-1].below.append((node, number))
        return True

    def answer(self, call: Call, looks: int, looks_after: int) -> None:
        """Note a call that the textbook answered. looks, looks_after: their numbers."""
        self.begun.append(call)
        begun = call._replace(value=None)
        self.events.append(CallEvent(begun, has_ended=False, looks=looks))
        self.events.append(CallEvent(call, has_ended=True, looks=looks_after))


# --- Sentences ---


def refused_message(message: str) -> str:
    """Return the message for an answer that the course's adapter refuses.

    message: its reason, by the word of the worker: a program can call the adapter's
    `refuse` itself.
    """
    return f"{sentence('sandbox', 'refused')}\n{quoted(message)}"


def adapter_message(location: str, kind: str, message: str) -> str:
    """Return the message for an exception of the course's adapter.

    location: the adapter's file and perhaps the line. kind, message: the exception's,
    as the worker reports them.
    """
    raised = f"{location}: {kind}: {message}" if message else f"{location}: {kind}"
    return f"{sentence('sandbox', 'adapter')}\n{quoted(raised)}"


def with_fault(
    failure: Failure, fault: Literal["course", "program", "unknown"]
) -> Failure:
    """Return a failure that names the side at fault, if it may be the adapter.

    fault: the side at fault, as a step with the set's right program showed.
    """
    if failure.cause == "adapter":
        return _of_adapter(failure, fault)
    if fault != "course":
        return failure
    first, *lines = failure.message.split("\n")
    quotes = lines or [QUOTE + first]
    headline = sentence("sandbox", "no answer of the adapter")
    message = "\n".join([headline, *quotes])
    return failure._replace(message=message)


def _of_adapter(
    failure: Failure, fault: Literal["course", "program", "unknown"]
) -> Failure:
    """Return a failure in the adapter's lines, with the side that is at fault."""
    _, *lines = failure.message.split("\n")
    match fault:
        case "unknown":
            return failure
        case "course":
            headline = sentence("sandbox", "adapter at fault")
            cause: Cause = "adapter"
        case "program":
            headline = sentence("sandbox", "program at fault")
            cause = "not an answer"
    return failure._replace(cause=cause, message="\n".join([headline, *lines]))


WHOLE_SEARCH = ""
"""In the place of a function's name, if a course's adapter calls any it likes."""
TOPIC_OF_SEARCH: Mapping[str, str] = {
    "no_answer": "no_answer_of_search",
    "no_action": "no_action_of_search",
}
SENTENCE_OF_SEARCH: Mapping[str, str] = {
    "no number": "no number of search",
    "no action": "no action of search",
    "nan": "nan of search",
}
"""By the topic or sentence on a function that on the search, which names none."""


def returned_message(function: str, kind: str, *, is_action: bool = False) -> str:
    """Return the message about an object that is neither a value nor an action.

    function: the name, or WHOLE_SEARCH. is_action: whether an action is asked for.
    """
    parts = {"function": visible_name(function), "kind": named(kind)}
    topic = "no_action" if is_action else "no_answer"
    general = "no action" if is_action else "no number"
    if function == WHOLE_SEARCH:
        topic = TOPIC_OF_SEARCH[topic]
        general = SENTENCE_OF_SEARCH[general]
    if has_sentence(topic, kind):
        return sentence(topic, kind, digits=MOST_DIGITS, **parts)
    return sentence("sandbox", general, **parts)


def nan_message(function: str) -> str:
    """Return the message about nan. function: as for `returned_message`."""
    name = "nan"
    if function == WHOLE_SEARCH:
        name = SENTENCE_OF_SEARCH[name]
    return sentence("sandbox", name, function=visible_name(function))


def missing_message(
    file: str,
    lacking: Mapping[str, Absence],
    in_text: Mapping[str, int] = {},
    *,
    is_empty: bool = False,
    is_notebook: bool = False,
) -> str:
    """Return the message about the functions, classes and methods that a file lacks.

    lacking: by their names, as in `Load`. in_text: the names in a notebook's cells of
    text, with the cells' numbers. is_empty: whether nothing is in the file, or in the
    cells of code of one that is_notebook.
    """
    if is_empty:
        situation = "no code" if is_notebook else "empty"
        about_file = sentence("missing", situation, file=named(file))
        return " ".join([about_file, *_in_text(lacking, in_text)])
    sentences = list(_within_classes(file, lacking))
    missing: dict[str, Missing] = {}
    for name, absence in lacking.items():
        # A WithinClass has its sentence already.
        match absence:
            case Missing():
                missing[name] = absence
            case NoFunction(kind):
                parts = {"name": _either(name), "file": named(file)}
                sentences.append(
                    sentence("missing", "no function", kind=named(kind), **parts)
                )
    if missing:
        sentences += _nowhere(file, missing)
        sentences += _in_text(missing, in_text)
    return " ".join(sentences)


def _in_text(missing: Iterable[str], cells: Mapping[str, int]) -> Iterator[str]:
    """Yield which missing names stand in cells of text. cells: the number of each."""
    names_by_cell: dict[int, list[str]] = {}
    for need in missing:
        for name in re.split(r"[.|]", need):
            if name in cells:
                names_by_cell.setdefault(cells[name], []).append(name)
    for cell, names in names_by_cell.items():
        shown = in_a_row([named(name) for name in names], "and")
        count = len(names)
        yield sentence(
            "missing", "in a cell of text", names=shown, count=count, cell=cell
        )


def _within_classes(file: str, lacking: Mapping[str, Absence]) -> Iterator[str]:
    """Yield a sentence for each class that has some of the functions as methods."""
    methods: dict[str, list[str]] = {}
    for name, absence in lacking.items():
        if isinstance(absence, WithinClass):
            methods.setdefault(absence.name, []).append(_either(name))
    for holder, alike in methods.items():
        names, count = in_a_row(alike, "and"), len(alike)
        parts = {"file": named(file), "holder": named(holder)}
        yield sentence("missing", "within a class", names=names, count=count, **parts)


def _nowhere(file: str, missing: Mapping[str, Missing]) -> Iterator[str]:
    """Yield the sentences about names that the file does not have.

    All of them come with the same list of functions that it has.
    """
    by_kind: dict[str, list[str]] = {}
    for name in missing:
        by_kind.setdefault(_kind_of(name), []).append(_either(name))
    for kind, alike in by_kind.items():
        names = in_a_row(alike, "and")
        count = len(alike)
        yield sentence("missing", kind, file=named(file), names=names, count=count)
    first = next(iter(missing.values()))
    if first.defined:
        names = listed(first.defined, most=MOST_LINES_NAMED)
        yield sentence("missing", "defined", names=names)
    else:
        yield sentence("missing", "nothing defined")


def _kind_of(name: str) -> str:
    if "." in name:
        return "method"
    return "class" if name[:1].isupper() else "function"


def _either(name: str) -> str:
    """Return a name as it is read; alternatives such as "f|g" as "f or g"."""
    return in_a_row([visible_name(other) for other in name.split("|")], "or")
