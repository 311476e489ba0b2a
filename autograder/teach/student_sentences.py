"""The sentences in the tests that students get, as text.

Those on programs are taken from the grader's own tables and functions, so none is
written twice.
"""

import json

from autograder.core.limits import NEARLY_THE_SAME
from autograder.core.sandbox import remedies
from autograder.core.sandbox.outcome import (
    WHOLE_SEARCH,
    Absence,
    Missing,
    NoFunction,
    WithinClass,
    missing_message,
    returned_message,
)
from autograder.core.sentences import (
    Forms,
    checked_topic,
    plurals,
    sentence,
    text_of,
)
from autograder.core.worker import wire

AT_HOME = (
    "RecursionError",
    "NotImplementedError",
    "EOFError",
    "SystemExit",
    "MemoryError",
    "SyntaxError",
    "IndentationError",
    "TabError",
)
"""The exceptions that mean the same at home and in grading."""


def fields(file: str, *, has_adapter: bool) -> dict[str, str]:
    """Return the fields of the tests with the sentences on errors and on answers.

    file: the one to hand in. has_adapter: whether the states are a course's own.
    """
    left_out = {wire.TOO_LARGE}
    if has_adapter:
        left_out.add("State")
    no_value = {
        kind: returned_message(WHOLE_SEARCH, kind)
        for kind in checked_topic("no_answer")
        if kind not in left_out
    }
    left_out.add("str")
    no_action = {
        kind: returned_message(WHOLE_SEARCH, kind, is_action=True)
        for kind in checked_topic("no_action")
        if kind not in left_out
    }
    of_exceptions = [
        (remedy.pattern, _whole(remedy, has_adapter=has_adapter))
        for remedy in remedies.FOR_EXCEPTIONS
    ]
    values = {
        "plurals": plurals(),
        "sentences": _sentences(file),
        "exceptions": {kind: sentence("exceptions", kind) for kind in AT_HOME},
        "no_value": no_value,
        "no_action": no_action,
        "remedies": of_exceptions,
        "in_messages": _pairs(remedies.FOR_SYNTAX_ERRORS),
        "signs": {char: remedies.about_character(char) for char in remedies.SIGNS},
        "in_code": _pairs(remedies.FOR_OTHER_LANGUAGES),
        "nearly_the_same": NEARLY_THE_SAME,
    }
    return {name: _as_code(value) for name, value in values.items()}


def _sentences(file: str) -> dict[str, Forms]:
    return {
        **checked_topic("student_tests"),
        "not written": text_of("handout", "not_written"),
        "missing": _about(file, Missing(("a_others",))),
        "missing alone": _about(file, Missing()),
        "method": _about(file, WithinClass("a_holder")),
        "no function": _about(file, NoFunction("a_kind")),
        "empty": missing_message(file, {}, is_empty=True),
        "encoding": text_of("sandbox", "unreadable file"),
        "number": text_of("sandbox", "number"),
        "self": text_of("sandbox", "self"),
        "arguments": remedies.WRONG_ARGUMENTS.text,
        "own call": text_of("sandbox", "own call"),
        "meant": text_of("sandbox", "meant"),
        "names": text_of("exceptions_explained", "names that are there"),
        "printed": text_of("sandbox", "printed"),
    }


def _about(file: str, absence: Absence) -> str:
    """Return the sentence on a missing function, with fields for the names."""
    text = missing_message(file, {"a_name": absence})
    for name in ("name", "others", "holder", "kind"):
        text = text.replace(f"a_{name}", f"{{{name}}}")
    return text


def _whole(remedy: remedies.Remedy, *, has_adapter: bool) -> str:
    if has_adapter or not remedy.of_our_states:
        return remedy.text
    return f"{remedy.text} {remedy.of_our_states}"


def _pairs(table_of_remedies: tuple[remedies.Remedy, ...]) -> list[tuple[str, str]]:
    return [(remedy.pattern, remedy.text) for remedy in table_of_remedies]


def _as_code(value: object) -> str:
    """Return a value as Python code in ASCII, a pair on each line."""
    match value:
        case dict():
            rows = [f"{_text(key)}: {_text(text)}" for key, text in value.items()]
            return "\n".join(["{", *(f"    {row}," for row in rows), "}"])
        case list():
            pairs = [f"({_text(pattern)}, {_text(text)})" for pattern, text in value]
            return "\n".join(["[", *(f"    {pair}," for pair in pairs), "]"])
    return repr(value)


def _text(text: Forms) -> str:
    """Return a sentence as Python code: JSON's strings are some of Python's."""
    return json.dumps(text)
