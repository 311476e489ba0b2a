"""Slips that show in the looks: a search goes on, or treats both players alike."""

import ast
from collections.abc import Collection, Iterable
from itertools import pairwise
from math import isfinite
from types import CodeType, FrameType

from autograder.explain.repair.edits import Edit, walk
from autograder.explain.repair.nodes import body_of
from autograder.explain.repair.trial import common_ancestor
from autograder.explain.repair.witnesses.base import Look, Witness
from autograder.explain.repair.witnesses.frames import callers, lines_of


class WrongLooks(Witness):
    """Watches for looks that no right search makes, of which some frames are guilty.

    `at_line` notes a frame, and its arguments tell whether it counts.
    """

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self.frames: set[FrameType] = set()

    def at_look(self, look: Look) -> None:
        if not look.is_right:
            self.is_shown |= not self.frames.isdisjoint(look.stack)

    def at_end(self) -> None:
        self.frames.clear()


class BegunAnew(WrongLooks):
    """A call sets its bounds anew, though leaves were looked at before it."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._has_looked = False

    def at_line(self, frame: FrameType) -> None:
        if self._has_looked and not self.is_outermost(frame):
            self.frames.add(frame)

    def at_look(self, look: Look) -> None:
        super().at_look(look)
        self._has_looked = True

    def at_end(self) -> None:
        super().at_end()
        self._has_looked = False


class Unread(WrongLooks):
    """A search never uses a bound that it is given, and looks at leaves too many.

    A function that searches no further may have a parameter for the sake of others.
    """

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._is_answer = False

    def at_line(self, frame: FrameType) -> None:
        names = self.edit.role.split()[1].split(",")
        given = [frame.f_locals[name] for name in names]
        if not any(map(isfinite, given)):
            return
        codes = [caller.f_code for caller in callers(frame)]
        if self.is_outermost(frame):
            self._is_answer = True
        if self._is_answer or frame.f_code in codes:
            self.frames.add(frame)

    def at_end(self) -> None:
        super().at_end()
        self.is_shown |= self._is_answer
        self._is_answer = False


class GoesOn(Witness):
    """A loop goes on to a child that a right search has left out by then."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._looks: dict[FrameType, list[tuple[FrameType, int]]] = {}
        """By the loop's frame: the leaves looked at, and the calls in which."""
        self._is_left = False

    def at_look(self, look: Look) -> None:
        self.is_refuted |= self._is_left
        for callee, frame in pairwise(look.stack):
            if self.is_in(frame):
                before = self._looks.setdefault(frame, [])
                if not look.is_right:
                    self.is_shown |= self._is_behind_cutoff(look, callee, frame)
                self.note(frame)
                before.append((callee, look.node))

    def _is_behind_cutoff(
        self, look: Look, callee: FrameType, frame: FrameType
    ) -> bool:
        """Return whether a right search is done with the node that a loop is at."""
        for other, node in self._looks[frame]:
            if other is not callee:
                parent = common_ancestor(look.looks.tree, node, look.node)
                return look.looks.is_done_with(parent)
        return False

    def note(self, frame: FrameType) -> None:
        """Note a look that is made in the loop."""

    def at_error(self, frame: FrameType, error: BaseException) -> None:
        """Note an exception that may end the loop, if it is caught."""
        ends_iteration = isinstance(error, (StopIteration, GeneratorExit))
        if self.is_in(frame) and isinstance(error, Exception) and not ends_iteration:
            self._is_left = True

    def at_return(self, frame: FrameType, value: object) -> None:
        if value is not None:
            self.is_refuted |= self._is_left

    def at_end(self) -> None:
        self._looks.clear()
        self._is_left = False


class EndsNothing(GoesOn):
    """A test was true, and the loop went on. No search stands under the test."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        tests = [node for node in walk(edit.old) if isinstance(node, ast.If)]
        (self._test,) = [test for test in tests if test.lineno == edit.line]
        self._body = lines_of(self._test)[body_of(self._test)[0].lineno - edit.line :]
        self._was_true: set[FrameType] = set()
        """The frames in which it was, since they last looked at a leaf."""

    @property
    def lines_watched(self) -> Iterable[int]:
        return self._body[:1]

    def at_line(self, frame: FrameType) -> None:
        self._was_true.add(frame)

    def _is_behind_cutoff(
        self, look: Look, callee: FrameType, frame: FrameType
    ) -> bool:
        was_true = frame in self._was_true
        return was_true and super()._is_behind_cutoff(look, callee, frame)

    def note(self, frame: FrameType) -> None:
        self._was_true.discard(frame)
        self.is_refuted |= frame.f_lineno in self._body

    def at_end(self) -> None:
        super().at_end()
        self._was_true.clear()


class SameForBoth(Witness):
    """A choice between the players comes out the same for MAX and for MIN.

    It is seen in calls of which each is of another node, from the root down.
    """

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        assert isinstance(edit.old, ast.If)
        self._test_line = edit.old.lineno
        self._branch_line = edit.old.body[0].lineno
        self._function: CodeType | None = None
        self._is_true: dict[FrameType, bool] = {}
        """Whether the condition was true in a call."""
        self._came_out: set[tuple[str, bool]] = set()
        """By a player, whether the condition was true in this search."""

    @property
    def lines_watched(self) -> Iterable[int]:
        return self._test_line, self._branch_line

    def at_line(self, frame: FrameType) -> None:
        self._function = frame.f_code
        is_in_branch = frame.f_lineno == self._branch_line
        self._is_true[frame] = is_in_branch or self._is_true.get(frame, False)

    def at_look(self, look: Look) -> None:
        calls = [frame for frame in look.stack if frame.f_code is self._function]
        path = [look.node]
        while path[-1] != 0:
            path.append(look.looks.tree.parent(path[-1]))
        if len(calls) not in (len(path), len(path) - 1):
            return
        for node, frame in zip(reversed(path), reversed(calls), strict=False):
            if frame in self._is_true:
                player = look.looks.tree.player(node)
                self._came_out.add((player, self._is_true[frame]))

    def at_end(self) -> None:
        players = {player for player, _ in self._came_out}
        results = {is_true for _, is_true in self._came_out}
        self.is_shown |= len(players) > 1
        self.is_refuted |= len(results) > 1
        self._came_out.clear()
        self._is_true.clear()
