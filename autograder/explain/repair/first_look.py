"""The first look at a program that fails, before any search for a repair.

It finds the slips that failing searches come by, and the order in which their edits are
tried. The rules in `slips` find the slips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from types import FrameType
from typing import Any

from autograder.explain.repair.edits import Edit, grouped
from autograder.explain.repair.trial import WatchedLooks
from autograder.explain.repair.witnesses import witness
from autograder.explain.repair.witnesses.base import Look, Witness
from autograder.explain.repair.witnesses.frames import callers


def repairs_of_slips(edits: Iterable[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Yield the edits of slips that are tried before all other edits.

    They are each alone, then those of one rule at once, then all at once.
    """
    slips = [edit for edit in edits if edit.kind.is_slip and edit.alterations]
    for edit in slips:
        yield (edit,)
    for rule in dict.fromkeys(edit.kind.name for edit in slips):
        yield from _at_once([edit for edit in slips if edit.kind.name == rule])
    yield from _at_once(slips)


def _at_once(slips: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Yield one edit for each node: the first of each, then the second, ...

    A node that has no more of them keeps its last.
    """
    by_node = grouped(slips, lambda edit: edit.old)
    most = max(map(len, by_node), default=0)
    for turn in range(most):
        yield tuple(
            edits_of_node[min(turn, len(edits_of_node) - 1)]
            for edits_of_node in by_node
        )


def slip_key(edit: Edit) -> tuple[str, str]:
    """Return the key that a slip has in each line where it stands.

    A program that makes it in several lines may come by no more than one.
    """
    return edit.kind.name, edit.role


class Watch:
    """Notes the slips that failing searches come by, as a tracer for sys.settrace.

    Its witness tells whether a search came by a slip.
    """

    def __init__(self, edits: Sequence[Edit]) -> None:
        """Watch for the slips among some edits."""
        self._files = {edit.file for edit in edits}
        slips = [edit for edit in edits if edit.kind.is_slip]
        self._witnesses = [
            witness(edits_of_slip[0], self._files)
            for edits_of_slip in grouped(slips, _slip)
        ]
        self._by_line: dict[tuple[str, int], list[Witness]] = {}
        for watching in self._witnesses:
            for line in watching.lines_watched:
                position = (watching.edit.file, line)
                self._by_line.setdefault(position, []).append(watching)
        self._left: dict[FrameType, list[Witness]] = {}
        """The witnesses of the line that a frame is in and leaves next."""
        self._raising: FrameType | None = None
        """The frame in which an exception is, unless it is caught."""

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Watch | None:
        """Pass an event in a frame on to the witnesses."""
        is_own = self._is_own(frame)
        match event:
            case "call":
                self._look_at_call(frame, is_own)
            case "line":
                self._raising = None
                self._leave_lines(frame)
                self._come_to_lines(frame)
            case "exception":
                self._raising = frame
                for watching in self._witnesses:
                    with suppress(BaseException):
                        watching.at_error(frame, argument[1])
            case "return" if self._raising is not frame:
                self._leave_lines(frame)
                for watching in self._witnesses:
                    with suppress(BaseException):
                        watching.at_return(frame, argument)
        return self if is_own else None

    def _is_own(self, frame: FrameType | None) -> bool:
        return frame is not None and frame.f_globals.get("__name__") in self._files

    def _look_at_call(self, callee: FrameType, is_own: bool) -> None:
        """Tell of a call of the student's functions, or of one that these make."""
        caller = callee.f_back
        if caller is None:
            return
        if callee.f_code is WatchedLooks.look.__code__:
            self._look_at_leaf(callee)
        elif is_own or self._is_own(caller):
            for watching in self._witnesses:
                with suppress(BaseException):
                    watching.at_call(callee, caller)

    def _look_at_leaf(self, frame: FrameType) -> None:
        """Tell of a look at a leaf."""
        looks, node = frame.f_locals["self"], frame.f_locals["node"]
        look = Look(looks, node, tuple(callers(frame)), looks.may_look(node))
        for watching in self._witnesses:
            with suppress(BaseException):
                watching.at_look(look)

    def _come_to_lines(self, frame: FrameType) -> None:
        """Tell of a frame that comes to the lines of some slips."""
        position = (str(frame.f_globals.get("__name__")), frame.f_lineno)
        witnesses = self._by_line.get(position)
        if witnesses is None:
            return
        self._left[frame] = witnesses
        for watching in witnesses:
            with suppress(BaseException):
                watching.at_line(frame)

    def _leave_lines(self, frame: FrameType) -> None:
        """Tell of a frame that leaves the line in which it was."""
        for watching in self._left.pop(frame, ()):
            with suppress(BaseException):
                watching.behind_line(frame)

    def end(self) -> None:
        """End a search that has failed."""
        self._left.clear()
        for watching in self._witnesses:
            watching.at_end()

    @property
    def slips(self) -> list[Edit]:
        """Return the slips that were seen, in the order of their lines, each once."""
        by_position: dict[tuple[str, int, str], Edit] = {}
        for watching in self._witnesses:
            edit = watching.edit
            if watching.is_shown and not watching.is_refuted:
                by_position.setdefault((edit.file, edit.line, edit.kind.name), edit)
        return [by_position[position] for position in sorted(by_position)]


def _slip(edit: Edit) -> tuple[object, ...]:
    """Return the key that all edits of one slip share."""
    return id(edit.old), edit.kind.name, edit.role, edit.line
