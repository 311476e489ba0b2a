"""Slips that show in calls: of which none is made, or in vain, or twice alike."""

import ast
from collections.abc import Collection
from types import FrameType
from typing import NamedTuple

from autograder.explain.repair.edits import Edit
from autograder.explain.repair.nodes import names_in, nodes_of
from autograder.explain.repair.program import Cut
from autograder.explain.repair.witnesses.base import Look, Witness
from autograder.explain.repair.witnesses.frames import (
    PYTHONS_FOLDS,
    Contents,
    Function,
    callers,
    function_held,
    is_call_of,
    is_plain,
    module_of,
    objects_in_reach,
    values_in,
)
from reference.game import State


class AlwaysTrue(Witness):
    """A function is a condition, and is not called there."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._tested: dict[FrameType, Function] = {}

    def at_line(self, frame: FrameType) -> None:
        function = function_held(self.edit.old, values_in(frame))
        if function is None:
            self.is_refuted = True
            return
        self._tested[frame] = function
        self.is_shown = True

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        function = self._tested.get(caller)
        if function is not None and is_call_of(callee, function):
            self.is_refuted = True

    def at_return(self, frame: FrameType, value: object) -> None:
        """Pass a returned function on to the caller, which may call it."""
        function = self._tested.pop(frame, None)
        if function is not None and value == function and frame.f_back is not None:
            self._tested[frame.f_back] = function

    def at_end(self) -> None:
        self._tested.clear()


class NotCalled(Witness):
    """A function stands in the place of its value, and Python cannot go on with it.

    If it is returned, nothing calls it then.
    """

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._owner = edit.alterations[0].owner
        self._held: dict[FrameType, Function] = {}
        self._returned: list[tuple[Function, bool]] = []
        """Functions that were returned, and whether they were so to the grader."""

    def at_line(self, frame: FrameType) -> None:
        function = function_held(self.edit.old, values_in(frame))
        if function is None:
            return
        self._held[frame] = function
        match self._owner:
            case ast.Expr():
                self.is_shown = True
            case ast.Compare(left, [ast.Eq() | ast.NotEq()], [right]):
                other = right if left is self.edit.old else left
                self.is_shown |= is_plain(other, values_in(frame))

    def at_return(self, frame: FrameType, value: object) -> None:
        function = self._held.pop(frame, None)
        if isinstance(self._owner, ast.Return) and value == function is not None:
            self._returned.append((function, self.is_outermost(frame)))

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        for function, _ in self._returned:
            if is_call_of(callee, function):
                self.is_refuted = True

    def at_error(self, frame: FrameType, error: BaseException) -> None:
        if not isinstance(error, TypeError):
            return
        held = [function for function, _ in self._returned]
        if frame in self._held and self.is_in(frame):
            held.append(self._held[frame])
        kinds = {type(function).__name__ for function in held}
        # As "'>' not supported between instances of 'method' and 'int'".
        self.is_shown |= any(
            f"'{kind}'" in str(error) or f"{kind} object" in str(error)
            for kind in kinds
        )

    def at_end(self) -> None:
        self.is_shown |= any(is_answer for _, is_answer in self._returned)
        self._returned.clear()
        self._held.clear()


class DroppedResult(Witness):
    """A call's result is dropped, and nothing else has come of the call."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._before: dict[FrameType, Contents] = {}

    def at_line(self, frame: FrameType) -> None:
        function = next(nodes_of(ast.Call, self.edit.old)).func
        held = function_held(function, values_in(frame))
        # That of a state is not the student's.
        self.is_shown |= held is not None and held.__module__ not in self.files

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        name, *_ = self.edit.role.split()
        if self.is_in(caller) and callee.f_code.co_name == name:
            self._before[callee] = Contents(objects_in_reach(caller))

    def at_return(self, frame: FrameType, value: object) -> None:
        before = self._before.pop(frame, None)
        if before is None or value is None or frame.f_back is None:
            return
        if before == Contents(objects_in_reach(frame.f_back)):
            self.is_shown = True
        else:
            self.is_refuted = True

    def at_end(self) -> None:
        self._before.clear()


class SameSense(Witness):
    """A function and its copy both return the greatest, or the smallest, of values."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        *self._functions, kept, _ = edit.role.split()
        self._kept = PYTHONS_FOLDS["max" if kept == "greatest" else "min"]
        self._below: dict[FrameType, list[float]] = {}
        """By frame, the values that its calls have returned."""

    def at_return(self, frame: FrameType, value: object) -> None:
        if frame.f_code.co_name not in self._functions:
            return
        below = self._below.pop(frame, [])
        if not isinstance(value, (int, float)):
            self.is_refuted = True
            return
        if len(set(below)) > 1:
            self.is_shown = True
            self.is_refuted |= bool(value != self._kept(below))
        for caller in callers(frame):
            if caller.f_code.co_name in self._functions:
                self._below.setdefault(caller, []).append(value)
                return

    def at_end(self) -> None:
        self._below.clear()


class Passing(NamedTuple):
    """A position that a loop passes on: in which turn, and to which call.

    others: the other arguments. All are kept, as another object may get the id of one
    that is not.
    """

    caller: FrameType
    callee: FrameType
    move: object
    position: object
    others: list[object]


class SamePosition(Witness):
    """Another turn of a loop passes the same position, and the same is searched.

    A state stays as it is. In another object a move may have been made, so the looks
    decide.
    """

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._first: dict[tuple[int, ...], Passing] = {}
        self._again: dict[FrameType, Passing] = {}
        """For the call of a later turn, or further down, the first passing."""
        self._looked: dict[FrameType, set[int]] = {}

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        function, position_name, move_name = self.edit.role.split()
        if module_of(caller) != self.edit.file or callee.f_code.co_name != function:
            return
        position = caller.f_locals[position_name]
        move = caller.f_locals[move_name]
        passed = list(callee.f_locals.values())
        if not any(value is position for value in passed):
            return
        others = [value for value in passed if type(value) not in (int, float)]
        passing = Passing(caller, callee, move, position, others)
        first = self._first.setdefault(tuple(map(id, (position, *others))), passing)
        is_other_turn = first.caller is caller and first.move is not move
        if not is_other_turn and first.caller not in callers(caller):
            return
        if isinstance(position, State):
            self.is_shown = True
        else:
            self._again[callee] = first

    def at_look(self, look: Look) -> None:
        for frame in look.stack:
            first = self._again.get(frame)
            if first is not None and first.caller is frame.f_back:
                self.is_shown |= look.node in self._looked.get(first.callee, ())
            self._looked.setdefault(frame, set()).add(look.node)

    def at_error(self, frame: FrameType, error: BaseException) -> None:
        """Note a recursion that never ends: nothing was looked at in it."""
        if isinstance(error, (Cut, RecursionError)) and not self._looked:
            self.is_shown |= bool(self._again)

    def at_end(self) -> None:
        self._first.clear()
        self._again.clear()
        self._looked.clear()


class EachAlone(Witness):
    """The agents of a loop are all asked for their moves in one position."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._asked: dict[tuple[FrameType, int], tuple[object, object]] = {}
        """The agent and the position of the first time that a frame asks."""

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        if callee.f_code.co_name != "getLegalActions" or not self.is_in(caller):
            return
        loop: ast.For = self.edit.old  # type: ignore[assignment]
        (name,) = names_in(loop.target)
        agent = caller.f_locals[name]
        position, *arguments = callee.f_locals.values()
        if agent in arguments:
            first_agent, _ = self._asked.setdefault(
                (caller, id(position)), (agent, position)
            )
            self.is_shown |= first_agent != agent

    def at_end(self) -> None:
        self._asked.clear()
