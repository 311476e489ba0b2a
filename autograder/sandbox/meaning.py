"""Says what an exception in a student's code means. Imported only where something broke."""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from autograder.exercises.model import Adapter
from autograder.limits import LONGEST_EXCEPTION, MOST_NAMED, NEARLY_THE_SAME
from autograder.sandbox import differences
from autograder.sandbox.outcome import is_python_s_own, name_in_a_sentence
from autograder.text import QUOTE, table, visible, visible_name

ARGUMENTS = "TypeError: .*positional argument"
"""The message of an error that is told otherwise where it is a call of the student's
own."""


def exception_words(
    kind: str,
    message: str,
    traceback: str = "",
    returned_none: str = "",
    meant: str = "",
    clues: str = "",
    *,
    packages: Sequence[str] = (),
    takes: Mapping[str, str] = {},
    file: str = "alphabeta.py",
    folder: Path | None = None,
    adapter: Adapter | None = None,
) -> str:
    """What an exception in the student's code means.

    traceback: the lines of theirs that it passed, if not the call of their function
    raised it. returned_none: what had returned None to the call that broke, as "LINE
    FUNCTION". meant: an unknown name, and those that are known in its place. clues:
    what `differences.read_clues` reads. takes: how the assignment's functions are
    called. file, folder: the student's file, and the copy of what was handed in.
    adapter: the set's, which gives a course's own states.
    """
    # without the path on the grader's machine, which Python adds where a module lacks a
    # name
    if kind == "ImportError":
        message = re.sub(
            r"(?s) \(([^()]*\.(py|so)|/.*|unknown location)\)$", "", message
        )
    raised = differences.Raised(
        kind,
        message,
        traceback,
        differences.read_clues(clues),
        packages,
        file,
        folder,
        adapter,
    )
    meaning = (
        differences.explained(raised) or _meaning(raised, takes) or _meant(meant, kind)
    )
    explained = " ".join(filter(None, [meaning, *differences.added(raised)]))
    head, *others = (
        f"{visible_name(kind)}: {visible(message)}" if message else visible_name(kind)
    ).split("\n")
    # such a name may be a sentence, with which the message goes on
    if not is_python_s_own(kind):
        head, others = table("sandbox")["said"]["own exception"], [head, *others]
    lines = [
        head,
        *(QUOTE + row for row in others),
        *([explained] if explained else []),
    ]
    line, _, function = returned_none.partition(" ")
    if line.isdecimal() and function:
        seen = f"Just before, {name_in_a_sentence(function)} ended in line {visible_name(line)} and returned None."
        lines.append(
            f"{seen} Is a `return` missing there, or does one stand without a value?"
        )
    return "\n".join(lines)


def _meaning(raised: differences.Raised, takes: Mapping[str, str]) -> str | None:
    """Return what an exception means by its type and message, None where that says
    nothing; for `takes` see above."""
    tables = table("sandbox")
    kind, message, has_own_states = (
        raised.kind,
        raised.message,
        raised.adapter is not None,
    )
    if kind in tables["exceptions"]:
        meaning = tables["exceptions"][kind]
        has_room = kind == "MemoryError" and raised.packages
        return f"{meaning} {tables['said']['raise the limit']}" if has_room else meaning
    known = next(
        (
            known
            for known in tables["messages"]
            if re.match(known, f"{kind}: {message}", re.DOTALL)
        ),
        "",
    )
    if raised.traceback and known == ARGUMENTS:
        meaning = tables["said"]["own call"]
    else:
        general, _, of_our_states = tables["messages"].get(known, "").partition("|")
        meaning = general if has_own_states else general + of_our_states
    function = message.partition("()")[0]
    if known == ARGUMENTS and function in takes:
        meaning = f"{meaning} In the assignment it is {takes[function]}."
    has_depth = any("depth" in call for call in takes.values())
    if "so it has no utility" in message and has_depth:
        return "Where the depth is used up, evaluate() gives the value."
    if "has no static evaluation" in message and has_depth and meaning:
        meaning = f"{meaning} Only where the game is over or the depth is used up does evaluate() give its value."
    return meaning or None


def _meant(known: str, kind: str) -> str | None:
    """What to say of an unknown name. known: it, and the names that are known in its
    place."""
    wanted, *names = [
        visible_name(name) for name in dict.fromkeys(known[:LONGEST_EXCEPTION].split())
    ] or [""]
    bare, own = [name.removesuffix("()") for name in names], f"self.{wanted}"
    if (
        near := [own]
        if own in bare
        else get_close_matches(wanted, bare, 1, NEARLY_THE_SAME)
    ):
        return (
            f"Did you mean `{near[0]}()`?"
            if f"{near[0]}()" in names
            else f"Did you mean `{near[0]}`?"
        )
    has = kind == "AttributeError" and 0 < len(names) <= MOST_NAMED
    return f"It has {', '.join(sorted(names))}." if has else None
