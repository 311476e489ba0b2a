"""The first look at a program that fails, before any search for a repair.

It tells which slips the searches that fail come by, and which corrections are tried
first. What a slip is, the rules in `slips` say.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from inspect import getattr_static
from traceback import walk_tb
from types import FrameType, FunctionType, TracebackType
from typing import Any

from autograder.explain.repair.edits import Edit, grouped
from autograder.explain.repair.kinds import SLIPS


def corrections(edits: Iterable[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Yield the corrections of slips that are tried before all other edits.

    First each alone, then those of one rule at once, then all at once.
    """
    slips = [edit for edit in edits if edit.kind.is_slip and edit.changes]
    for edit in slips:
        yield (edit,)
    for rule in dict.fromkeys(edit.kind.name for edit in slips):
        yield from _at_once([edit for edit in slips if edit.kind.name == rule])
    yield from _at_once(slips)


def _at_once(slips: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Yield one correction for each place: the first of each, then the second, ...

    A place that has no more of them keeps its last.
    """
    places = grouped(slips, lambda edit: edit.old)
    most = max(map(len, places), default=0)
    for turn in range(most):
        yield tuple(ways[min(turn, len(ways) - 1)] for ways in places)


def slip_key(edit: Edit) -> tuple[str, str]:
    """Return what is the same of a slip in several places.

    A program that makes it in all of them may come by no more than one.
    """
    return edit.kind.name, edit.role


class Watch:
    """Sees which slips a failing search comes by, as what sys.settrace calls."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        """Watch for the slips among some edits."""
        self._seen: dict[tuple[str, int, str], Edit] = {}
        self._by_line: dict[tuple[str, int], list[Edit]] = {}
        self._by_unbound_name: dict[tuple[str, str], list[Edit]] = {}
        self._by_callee: dict[tuple[str, str], list[Edit]] = {}
        self._first_passings: dict[tuple[object, ...], tuple[object, ...]] = {}
        for edit in edits:
            if edit.kind is SLIPS["same"]:
                callee = edit.role.split()[0]
                self._by_callee.setdefault((edit.file, callee), []).append(edit)
            elif edit.kind is SLIPS["unbound"]:
                self._by_unbound_name.setdefault((edit.file, edit.role), []).append(
                    edit
                )
            elif edit.kind.is_slip:
                line = edit.old.lineno  # type: ignore[attr-defined]
                self._by_line.setdefault((edit.file, line), []).append(edit)
        places = (*self._by_line, *self._by_unbound_name, *self._by_callee)
        self._files = {file for file, _ in places}

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Watch | None:
        """Note the slips that an event in a frame shows."""
        file = str(frame.f_globals.get("__name__"))
        with suppress(BaseException):  # whatever a program's classes do
            if event == "line":
                self._look_at_line(file, frame)
            elif event == "call":
                self._look_at_call(frame)
            elif event == "exception":
                self._look_at_error(file, frame, *argument[1:])
        return self if file in self._files else None

    def _look_at_line(self, file: str, frame: FrameType) -> None:
        """Note the slips of the line that a frame is at."""
        for edit in self._by_line.get((file, frame.f_lineno), ()):
            with suppress(BaseException):
                if _is_shown(edit, {**frame.f_globals, **frame.f_locals}):
                    self._note(edit)

    def _look_at_call(self, frame: FrameType) -> None:
        """Note a position that is passed again in another turn of a loop."""
        caller = frame.f_back
        if caller is None:
            return
        file = str(caller.f_globals.get("__name__"))
        for edit in self._by_callee.get((file, frame.f_code.co_name), ()):
            _, argument_name, move_name = edit.role.split()
            position = caller.f_locals[argument_name]
            move = caller.f_locals[move_name]
            arguments = list(frame.f_locals.values())
            if not any(argument is position for argument in arguments):
                continue
            others = [value for value in arguments if type(value) not in (int, float)]
            key = (edit.file, edit.line, *map(id, [position, *others]))
            # All are kept, as another object may get the id of one that is not.
            passing = (caller, move, position, others)
            first = self._first_passings.setdefault(key, passing)
            if first[0] is not caller or first[1] is not move:
                self._note(edit)

    def _look_at_error(
        self, file: str, frame: FrameType, error: object, traceback: TracebackType
    ) -> None:
        """Note the name that had no value where a frame read it."""
        if not isinstance(error, UnboundLocalError):
            return
        *_, (raised_in, _) = walk_tb(traceback)
        _, name, *_ = str(error).split("'")
        for edit in self._by_unbound_name.get((file, name), ()):
            first, last = edit.old.lineno, edit.old.end_lineno  # type: ignore[attr-defined]
            if raised_in is frame and first <= frame.f_lineno <= last:
                self._note(edit)

    def _note(self, edit: Edit) -> None:
        self._seen.setdefault((edit.file, edit.line, edit.kind.name), edit)

    @property
    def slips(self) -> list[Edit]:
        """Return the slips that were seen, in the order of their lines, each once."""
        return [self._seen[place] for place in sorted(self._seen)]


def _is_shown(edit: Edit, values: Mapping[str, Any]) -> bool:
    """Return whether the values in a frame agree with a slip that the text tells.

    values: by the names that are known where the slip stands. A text that tells the
    whole of a slip needs no values.
    """
    kind = edit.kind.name
    name, *_, text = edit.role.split() * 2 or ["", ""]
    match kind, edit.old:
        case "pair", _:
            return type(values.get(name)) is tuple
        case "text", _:
            return type(values.get(name)) is str
        case "self", _:
            is_known = name in vars(builtins) or name in values
            return not is_known and hasattr(type(values["self"]), name)
        case "no text", ast.Compare(ast.Attribute(ast.Name(owner))):
            return type(getattr(values[owner], name)) is not str
        case "letters", ast.Compare(ast.Attribute(ast.Name(owner))):
            held = getattr(values[owner], name)
            return bool(held == text.upper() and held != text)
        case (("tested" | "uncalled"), ast.Attribute(ast.Name(owner))):
            # A property would be asked for its value, which is what is meant.
            method = getattr_static(type(values[owner]), name, None)
            return type(method) is FunctionType
        case (("tested" | "uncalled"), _):
            return type(values[name]) is FunctionType
    return True
