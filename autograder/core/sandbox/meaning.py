"""Explains the exceptions of a student's code.

Imported only if something broke.
"""

import builtins
import re
from difflib import get_close_matches

from autograder.core.limits import MOST_NAMED, NEARLY_THE_SAME
from autograder.core.sandbox import differences, remedies
from autograder.core.sandbox.game_messages import is_message
from autograder.core.sandbox.outcome import is_builtin_exception
from autograder.core.sandbox.raised import (
    GradedProgram,
    RaisedException,
    ReturnedNoNumber,
    UnknownName,
)
from autograder.core.sentences import has_sentence, in_a_row, sentence
from autograder.core.text import (
    QUOTE,
    between_backticks,
    named,
    visible,
    visible_name,
)

PATH_OF_A_MODULE = re.compile(
    r" \(([^()]*\.(py|so)|/.*|unknown location)\)$", re.DOTALL
)
"""Python's addition if a module lacks a name: a path on the grader's machine."""
LACKING_WHILE_IMPORTED = re.compile(
    r"cannot import name '(?P<name>\w+)' from (?:partially initialized module )?"
    r"'(?P<module>\w+)'"
    r"|(?:partially initialized )?module '(?P<other>\w+)' has no attribute "
    r"'(?P<attribute>\w+)'"
)
"""The messages of a module that lacks a name, which it may define later on."""
UNBOUND = {"global": "unbound, global", "nonlocal": "unbound, nonlocal"}
"""By the declaration that a function lacks, the name of the sentence about that."""
UNKNOWN_PROGRAM = GradedProgram()


def describe(raised: RaisedException, program: GradedProgram = UNKNOWN_PROGRAM) -> str:
    """Return the message about an exception: its text, and its meaning."""
    if raised.kind == "ImportError" and raised.message.endswith(")"):
        message = PATH_OF_A_MODULE.sub("", raised.message)
        raised = raised._replace(message=message)
    lines = _quoted_text(raised)
    sentences = [_meaning(raised, program), *differences.added(raised, program)]
    explanation = " ".join(filter(None, sentences))
    if explanation:
        lines.append(explanation)
    if raised.returned is not None:
        lines.append(_about_returned(raised.returned, program))
    return "\n".join(lines)


def _quoted_text(raised: RaisedException) -> list[str]:
    """Return the lines of an exception's type and message, marked as the student's.

    The first line is not marked: it names a type of Python's own, or is the grader's
    sentence. A type of the student's is marked, as its name may read like one, too.
    """
    text = visible_name(raised.kind)
    if raised.message:
        text += f": {visible(raised.message)}"
    lines = text.split("\n")
    if not is_builtin_exception(raised.kind):
        lines.insert(0, sentence("sandbox", "own exception"))
    head, *quoted_lines = lines
    return [head, *(QUOTE + line for line in quoted_lines)]


def _about_returned(returned: ReturnedNoNumber, program: GradedProgram) -> str:
    """Return which function returned no number, and in which line."""
    function, line = named(returned.function), named(returned.line)
    told = sentence("no_number", returned.kind, function=function, line=line)
    if returned.kind != "NoneType":
        return told
    remedy = differences.about_print(returned.function, program, returned.line)
    return f"{told} {remedy}".rstrip()


def _meaning(raised: RaisedException, program: GradedProgram) -> str:
    """Return the meaning of an exception; "" for an unknown one."""
    return (
        differences.sentences_about(raised, program)
        or _circular_import(raised)
        or _called_number(raised)
        or _unbound(raised)
        or _meaning_of_type(raised.kind, program)
        or _meaning_of_message(raised, program)
        or _meant_name(raised.unknown_name, raised.kind)
    )


def _circular_import(raised: RaisedException) -> str:
    """Return which files import each other, if a name was not there because of it.

    The traceback proves it: the module that lacks the name is still being imported.
    """
    match = LACKING_WHILE_IMPORTED.match(raised.message)
    importing = [line for line in raised.lines if line.function == "<module>"]
    if raised.kind not in ("ImportError", "AttributeError") or match is None:
        return ""
    module = match["module"] or match["other"]
    lacking = visible_name(f"{module}.py")
    files = [visible_name(line.file) for line in importing]
    last = raised.last_line
    if lacking not in files or last is None:
        return ""
    name = match["name"] or match["attribute"]
    fields = {"name": visible_name(name), "file": lacking}
    concerned = list(dict.fromkeys(files[files.index(lacking) :]))
    if len(concerned) == 1:
        line = last.named(lacking)
        return sentence("sandbox", "own import", line=line, **fields)
    fields["files"] = in_a_row(concerned, "and")
    fields["line"] = sentence(
        "line", "line of a file", line=last.line, file=visible_name(last.file)
    )
    return sentence("sandbox", "circular import", **fields)


def _called_number(raised: RaisedException) -> str:
    """Return the name of a number that was called like a function, or ""."""
    name = between_backticks(raised.clues.number)
    if not name:
        return ""
    return sentence("sandbox", "number", name=name)


def _unbound(raised: RaisedException) -> str:
    """Return which declaration a function lacks to set a variable outside of it."""
    keyword, _, name = between_backticks(raised.clues.outside).partition(" ")
    if keyword not in UNBOUND or not name.isidentifier():
        return ""
    return sentence("sandbox", UNBOUND[keyword], name=name)


def _meaning_of_type(kind: str, program: GradedProgram) -> str:
    """Return the sentence on a type of exceptions; "" if there is none."""
    if not has_sentence("exceptions", kind):
        return ""
    meaning = sentence("exceptions", kind)
    if kind == "MemoryError" and program.packages:
        return f"{meaning} {sentence('sandbox', 'raise the limit')}"
    return meaning


def _meaning_of_message(raised: RaisedException, program: GradedProgram) -> str:
    """Return the sentences on the message of an exception; "" if it is not known."""
    has_depth = any("depth" in call for call in program.calls.values())
    if has_depth and is_message("no utility", raised.message):
        return sentence("exceptions_explained", "depth is used up")
    remedy = remedies.remedy_for(raised.kind, raised.message)
    if remedy is None:
        return ""
    sentences = [remedy.text]
    if remedy is remedies.WRONG_ARGUMENTS:
        sentences = [_wrong_arguments(raised, program)]
    if remedy is remedies.WRONG_METHOD_ARGUMENTS:
        sentences = [_wrong_method_arguments(raised, program)]
    if remedy.of_our_states and program.adapter is None:
        sentences.append(remedy.of_our_states)
    if has_depth and is_message("no evaluation", raised.message):
        sentences.append(sentence("exceptions_explained", "evaluated"))
    return " ".join(sentences)


def _wrong_arguments(raised: RaisedException, program: GradedProgram) -> str:
    """Return the advice on a call with other arguments than a function takes.

    A traceback tells that the call is one of the student's own.
    """
    function = raised.message.partition("()")[0]
    advice = remedies.WRONG_ARGUMENTS.text
    if raised.traceback:
        advice = sentence("sandbox", "own call")
    if differences.has_self_outside_of_a_class(function, program):
        advice = sentence("sandbox", "self", function=function)
    if function not in program.calls:
        return advice
    call = program.calls[function]
    return f"{advice} {sentence('exceptions_explained', 'call', call=call)}"


def _wrong_method_arguments(raised: RaisedException, program: GradedProgram) -> str:
    """Return the advice on a method that is called with other arguments.

    If the method is the course's own, only the call can be wrong.
    """
    holder, _, method = raised.message.partition("()")[0].partition(".")
    definition = rf"^\s*class\s+{re.escape(holder)}\b"
    if program.adapter is not None and re.search(
        definition, program.adapter.source, re.MULTILINE
    ):
        course = sentence(
            "exceptions_explained",
            "method of the course's",
            method=named(f"{holder}.{method}"),
        )
        return f"{course} {sentence('sandbox', 'own call')}"
    return remedies.WRONG_METHOD_ARGUMENTS.text


def _meant_name(unknown: UnknownName, kind: str) -> str:
    """Return the name that an unknown one was meant for; "" if that cannot be told."""
    name = between_backticks(unknown.name)
    known = [between_backticks(other) for other in unknown.known]
    meant = _nearest(name, [other.removesuffix("()") for other in known])
    if not meant and kind == "NameError":
        meant = _nearest(name, [other for other in dir(builtins) if other[0] != "_"])
    if meant:
        call = f"{meant}()"
        shown = call if call in known else meant
        return sentence("sandbox", "meant", name=shown)
    if kind == "AttributeError" and 0 < len(known) <= MOST_NAMED:
        names = ", ".join(sorted(known))
        return sentence("exceptions_explained", "names that are there", names=names)
    return ""


def _nearest(name: str, known: list[str]) -> str:
    """Return the known name that is most like another one; "" if none is like it.

    An attribute of `self` by that very name comes first, then a name that differs in
    capital letters alone.
    """
    attribute = f"self.{name}"
    if attribute in known:
        return attribute
    alike = [other for other in known if other.lower() == name.lower()]
    if alike and name:
        return alike[0]
    matches = get_close_matches(name, known, 1, NEARLY_THE_SAME)
    return matches[0] if matches else ""
