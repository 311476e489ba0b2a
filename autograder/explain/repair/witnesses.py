"""Witnesses: each knows the behaviour of a failing search that shows its slip.

A slip is found in the text, and its sentence tells of the program's behaviour. So
a search has to be seen to behave so. A `Witness` watches for that, and `first_look`
reports the events to it.
"""

import ast
from builtins import max as builtin_max
from builtins import min as builtin_min
from collections.abc import Collection, Iterable, Iterator, Mapping
from inspect import getattr_static
from itertools import chain, pairwise
from math import isfinite
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

from autograder.core.limits import MOST_OBJECTS
from autograder.explain.repair.edits import Edit, walk
from autograder.explain.repair.program import Cut
from autograder.explain.repair.scopes import body_of, names_in, nodes_of
from autograder.explain.repair.trial import WatchedLooks, common_ancestor
from reference.game import Looks, State, Tree

Function = FunctionType | MethodType
PLAIN = (int, float, str, bool, type(None))
FOLDS = {"max": builtin_max, "min": builtin_min}


class Look(NamedTuple):
    """A look at a leaf.

    stack: the frames of all calls that led to it, the innermost first. is_right:
    whether a right search may look at the leaf then.
    """

    looks: WatchedLooks
    node: int
    stack: tuple[FrameType, ...]
    is_right: bool


class Witness:
    """Watches failing searches for the behaviour that one slip claims.

    is_shown: whether a search did it. is_refuted: whether a search did something that
    the sentence rules out.
    """

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        """Watch for a slip. files: the names of the student's modules."""
        self.edit = edit
        self.files = files
        self.is_shown = False
        self.is_refuted = False

    @property
    def lines(self) -> range:
        """Return the lines of the slip's node."""
        return _lines(self.edit.old)

    @property
    def lines_watched(self) -> Iterable[int]:
        """Return the lines whose start and end are passed to the witness."""
        return self.lines[:1]

    def is_in(self, frame: FrameType) -> bool:
        """Return whether a frame is in the lines of the slip's node."""
        return _module(frame) == self.edit.file and frame.f_lineno in self.lines

    def is_outermost(self, frame: FrameType) -> bool:
        """Return whether none of the student's functions called that of a frame."""
        return not any(_module(caller) in self.files for caller in callers(frame))

    def at_line(self, frame: FrameType) -> None:
        """Note that a frame comes to one of the watched lines."""

    def behind_line(self, frame: FrameType) -> None:
        """Note that a frame has left one of the watched lines."""

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        """Note a call of the student's functions, or one that these make."""

    def at_return(self, frame: FrameType, value: object) -> None:
        """Note the value that a function of the student's returns."""

    def at_error(self, frame: FrameType, error: BaseException) -> None:
        """Note that an exception comes through a frame of the student's."""

    def at_look(self, look: Look) -> None:
        """Note a look at a leaf. After a look that is not right the search ends."""

    def at_end(self) -> None:
        """Note that the search has failed."""


# --- Values in the slip's line ---


class _Runs(Witness):
    """A line runs, and the text tells the rest."""

    def at_line(self, frame: FrameType) -> None:
        self.is_shown = True


class _RedefinedFold(Witness):
    """The result of a fold is not used: of Python's own `max` or `min`."""

    def at_line(self, frame: FrameType) -> None:
        name, *_ = self.edit.role.split()
        self.is_shown = _values(frame).get(name, FOLDS[name]) is FOLDS[name]


class _NoEffect(Witness):
    """A line does nothing: it only reads Python's own values."""

    def at_line(self, frame: FrameType) -> None:
        values = _values(frame)
        read = [values[name] for name in names_in(self.edit.old)]
        self.is_shown = all(_is_builtin(value) for value in read)


class _NeverEquals(Witness):
    """An attribute never equals a text: none of its values does."""

    def at_line(self, frame: FrameType) -> None:
        match self.edit.old:
            case ast.Compare(
                ast.Attribute(ast.Name(owner), name), _, [ast.Constant(str(text))]
            ):
                held = getattr(_values(frame)[owner], name)
                self.is_refuted |= bool(held == text)
                self.is_shown |= self.is_slip(held, text)

    def is_slip(self, held: object, text: str) -> bool:
        """Return whether the sentence is true of a value of the attribute."""
        is_known = held is not None and _is_builtin(held)
        return is_known and not isinstance(held, str)


class _InCapitals(_NeverEquals):
    """An attribute never equals a text: it is in capital letters."""

    def is_slip(self, held: object, text: str) -> bool:
        return held == text.upper() and held != text


class _SetToStep(Witness):
    """A line as `depth =- 1` does not change a number by its step, but sets it."""

    def at_line(self, frame: FrameType) -> None:
        before = frame.f_locals[self.edit.role]
        self.is_shown |= isinstance(before, (int, float))


class _OtherVariable(Witness):
    """A line sets a name that nothing reads, and the one that is meant differs."""

    def behind_line(self, frame: FrameType) -> None:
        name, meant, *_ = self.edit.role.split()
        values = _values(frame)
        if meant not in values:
            self.is_shown |= name in values
            return
        value, other = values[name], values[meant]
        are_numbers = isinstance(value, (int, float)) and isinstance(
            other, (int, float)
        )
        if are_numbers or type(value) is type(other):
            self.is_shown |= bool(value != other)


class _KeptDefault(Witness):
    """A default still holds an element from an earlier call."""

    def at_line(self, frame: FrameType) -> None:
        function = _function(frame)
        held = frame.f_locals[self.edit.role]
        is_default = any(held is default for default in function.__defaults__ or ())
        if is_default:
            self.is_shown |= len(held) > self._made_with(function)

    def _made_with(self, function: FunctionType) -> int:
        """Return how many elements the default is written with."""
        arguments: ast.arguments = self.edit.alterations[0].owner  # type: ignore[assignment]
        index: int = self.edit.alterations[0].list_index  # type: ignore[union-attr, assignment]
        default = arguments.defaults[index]
        elements = getattr(default, "elts", None) or getattr(default, "keys", [])
        return len(elements)


class _GoesByChance(Witness):
    """A line takes one of several, or orders them, by chance."""

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        function = self.edit.role.rpartition(".")[2]
        is_of_random = callee.f_globals.get("__name__") == "random"
        is_called = self.is_in(caller) and callee.f_code.co_name == function
        if not is_called or not is_of_random:
            return
        _, several, *others = callee.f_locals.values()
        is_number = isinstance(several, int)
        self.is_shown |= several not in others if is_number else len(several) > 1


# --- Functions that are not called ---


class _AlwaysTrue(Witness):
    """A function is a condition, and is not called there."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._tested: dict[FrameType, Function] = {}

    def at_line(self, frame: FrameType) -> None:
        function = _function_held(self.edit.old, _values(frame))
        if function is None:
            self.is_refuted = True
            return
        self._tested[frame] = function
        self.is_shown = True

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        function = self._tested.get(caller)
        if function is not None and _is_call_of(callee, function):
            self.is_refuted = True

    def at_return(self, frame: FrameType, value: object) -> None:
        """Pass a returned function on to the caller, which may call it."""
        function = self._tested.pop(frame, None)
        if function is not None and value == function and frame.f_back is not None:
            self._tested[frame.f_back] = function

    def at_end(self) -> None:
        self._tested.clear()


class _NotCalled(Witness):
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
        function = _function_held(self.edit.old, _values(frame))
        if function is None:
            return
        self._held[frame] = function
        match self._owner:
            case ast.Expr():
                self.is_shown = True
            case ast.Compare(left, [ast.Eq() | ast.NotEq()], [right]):
                other = right if left is self.edit.old else left
                self.is_shown |= _is_plain(other, _values(frame))

    def at_return(self, frame: FrameType, value: object) -> None:
        function = self._held.pop(frame, None)
        if isinstance(self._owner, ast.Return) and value == function is not None:
            self._returned.append((function, self.is_outermost(frame)))

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        for function, _ in self._returned:
            if _is_call_of(callee, function):
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


# --- Exceptions ---


class _NotAState(Witness):
    """An element of a loop is asked for an attribute of a state, and lacks it."""

    def at_error(self, frame: FrameType, error: BaseException) -> None:
        if isinstance(error, AttributeError) and self.is_in(frame):
            element = frame.f_locals[self.edit.role]
            kind = {"pair": tuple, "text": str}[self.edit.kind.name]
            self.is_shown |= type(element) is kind and error.obj is element


class _WithoutSelf(Witness):
    """A method's name has no value if it is read alone."""

    def at_error(self, frame: FrameType, error: BaseException) -> None:
        if not isinstance(error, NameError) or not self.is_in(frame):
            return
        if error.name == self.edit.role:
            self.is_shown |= hasattr(type(frame.f_locals["self"]), error.name)


class _NoValue(Witness):
    """A `return` without a value: Python cannot go on with the None, or it is all."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._has_returned = False
        self._is_answer = False

    def at_line(self, frame: FrameType) -> None:
        self._has_returned = True
        self._is_answer = self.is_outermost(frame)

    def at_return(self, frame: FrameType, value: object) -> None:
        if self._has_returned and value is None and self.is_outermost(frame):
            self._is_answer = True

    def at_error(self, frame: FrameType, error: BaseException) -> None:
        is_of_none = isinstance(error, (TypeError, AttributeError))
        if self._has_returned and is_of_none and "NoneType" in str(error):
            self.is_shown = True

    def at_end(self) -> None:
        self.is_shown |= self._is_answer
        self._has_returned = self._is_answer = False


# --- Calls ---


class _Unused(Witness):
    """A call's result is dropped, and nothing else has come of the call."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._before: dict[FrameType, _Contents] = {}

    def at_line(self, frame: FrameType) -> None:
        function = next(nodes_of(ast.Call, self.edit.old)).func
        held = _function_held(function, _values(frame))
        # That of a state is not the student's.
        self.is_shown |= held is not None and held.__module__ not in self.files

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        name, *_ = self.edit.role.split()
        if self.is_in(caller) and callee.f_code.co_name == name:
            self._before[callee] = _Contents(_objects_in_reach(caller))

    def at_return(self, frame: FrameType, value: object) -> None:
        before = self._before.pop(frame, None)
        if before is None or value is None or frame.f_back is None:
            return
        if before == _Contents(_objects_in_reach(frame.f_back)):
            self.is_shown = True
        else:
            self.is_refuted = True

    def at_end(self) -> None:
        self._before.clear()


class _SameSense(Witness):
    """A function and its copy both return the greatest, or the smallest, of values."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        *self._functions, kept, _ = edit.role.split()
        self._kept = FOLDS["max" if kept == "greatest" else "min"]
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


class _Passing(NamedTuple):
    """A position that a loop passes on: in which turn, and to which call.

    others: the other arguments. All are kept, as another object may get the id of one
    that is not.
    """

    caller: FrameType
    callee: FrameType
    move: object
    position: object
    others: list[object]


class _SamePosition(Witness):
    """Another turn of a loop passes the same position, and the same is searched.

    A state stays as it is. In another object a move may have been made, so the looks
    decide.
    """

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        self._first: dict[tuple[int, ...], _Passing] = {}
        self._again: dict[FrameType, _Passing] = {}
        """For the call of a later turn, or further down, the first passing."""
        self._looked: dict[FrameType, set[int]] = {}

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        function, position_name, move_name = self.edit.role.split()
        if _module(caller) != self.edit.file or callee.f_code.co_name != function:
            return
        position = caller.f_locals[position_name]
        move = caller.f_locals[move_name]
        passed = list(callee.f_locals.values())
        if not any(value is position for value in passed):
            return
        others = [value for value in passed if type(value) not in (int, float)]
        passing = _Passing(caller, callee, move, position, others)
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


class _EachAlone(Witness):
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


# --- Early ends of a search ---


class _WrongLooks(Witness):
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


class _BegunAnew(_WrongLooks):
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


class _Unread(_WrongLooks):
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


class _GoesOn(Witness):
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


class _EndsNothing(_GoesOn):
    """A test was true, and the loop went on. No search stands under the test."""

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        super().__init__(edit, files)
        tests = [node for node in walk(edit.old) if isinstance(node, ast.If)]
        (self._test,) = [test for test in tests if test.lineno == edit.line]
        self._body = _lines(self._test)[body_of(self._test)[0].lineno - edit.line :]
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


class _SameForBoth(Witness):
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


WITNESSES: Mapping[str, type[Witness]] = {
    "tested": _AlwaysTrue,
    "uncalled": _NotCalled,
    "fold": _RedefinedFold,
    "does nothing": _NoEffect,
    "value": _Unused,
    "same": _SamePosition,
    "unread": _Unread,
    "same as other": _SameSense,
    "bare": _NoValue,
    "misspelt": _OtherVariable,
    "self": _WithoutSelf,
    "letters": _InCapitals,
    "no text": _NeverEquals,
    "sign": _SetToStep,
    "default": _KeptDefault,
    "pair": _NotAState,
    "text": _NotAState,
    "anew": _BegunAnew,
    "no way out": _GoesOn,
    "ends nothing": _EndsNothing,
    "after all": _GoesOn,
    "all at once": _GoesOn,
    "each alone": _EachAlone,
    "chance": _GoesByChance,
    "same variable": _SameForBoth,
    "same condition": _SameForBoth,
}
"""The witness for each kind of slip; for the others it is enough that a line runs."""


def witness(edit: Edit, files: Collection[str]) -> Witness:
    """Return a witness for a slip."""
    return WITNESSES.get(edit.kind.name, _Runs)(edit, files)


# --- The facts in a frame ---


class _Contents:
    """The contents of some objects, and of these in turn, to be compared.

    Contents that are too large equal nothing.
    """

    def __init__(self, values: Iterable[object]) -> None:
        """Look into the objects, and into all that they hold."""
        self._objects = list(
            values
        )  # kept, as another may get the id of one that is not
        self._held: list[object] = []
        known: set[int] = set()
        for value in self._objects:  # grows as it is walked
            if id(value) in known or len(self._objects) > MOST_OBJECTS:
                continue
            known.add(id(value))
            members = list(_members(value))
            self._held.append([_told_apart(member) for member in members])
            self._objects += members

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Contents) or len(self._objects) > MOST_OBJECTS:
            return False
        return self._held == other._held

    __hash__ = None  # type: ignore[assignment]


def _members(value: object) -> Iterable[object]:
    """Return the objects in an object that a student's function may change."""
    if isinstance(value, (*PLAIN, State, Tree, Looks, ModuleType, *FUNCTIONS)):
        return ()
    if isinstance(value, dict):
        return chain.from_iterable(value.items())
    if isinstance(value, (list, tuple, set, frozenset)):
        return value
    return [member for name, member in _attributes(value) if not name.startswith("__")]


def _attributes(value: object) -> Iterable[tuple[str, object]]:
    return dict(getattr(value, "__dict__", {})).items()


FUNCTIONS = (FunctionType, MethodType, CodeType)


def _told_apart(value: object) -> object:
    return (type(value), value) if isinstance(value, PLAIN) else id(value)


def _objects_in_reach(frame: FrameType) -> Iterator[object]:
    """Yield the objects that a frame can use: its variables, and its module's."""
    for name, value in _values(frame).items():
        if not name.startswith("__"):
            yield value


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__"))


def _values(frame: FrameType) -> dict[str, Any]:
    """Return the values of the names that are known in a frame."""
    return {**frame.f_globals, **frame.f_locals}


def callers(frame: FrameType) -> Iterator[FrameType]:
    """Yield the frames below one, from that which called it on."""
    caller = frame.f_back
    while caller is not None:
        yield caller
        caller = caller.f_back


def _function(frame: FrameType) -> FunctionType:
    """Return the function that a frame runs, if a name of it is known there."""
    name = frame.f_code.co_name
    values = _values(frame)
    if name in values:
        return values[name]  # type: ignore[no-any-return]
    return getattr_static(type(values["self"]), name)  # type: ignore[no-any-return]


def _function_held(node: ast.AST, values: Mapping[str, Any]) -> Function | None:
    """Return the function that a name or an attribute is; None for another value.

    A property is not read, as its value may be no function.
    """
    match node:
        case ast.Name(name):
            held = values[name]
            return held if isinstance(held, FunctionType) else None
        case ast.Attribute(ast.Name(owner), name):
            static = getattr_static(values[owner], name, None)
            if isinstance(static, FunctionType):
                return getattr(values[owner], name)  # type: ignore[no-any-return]
    return None


def _is_call_of(callee: FrameType, function: Function) -> bool:
    """Return whether a frame runs a function: a method of the same object."""
    if not isinstance(function, MethodType):
        return callee.f_code is function.__code__
    if callee.f_code is not function.__func__.__code__:
        return False
    return any(value is function.__self__ for value in callee.f_locals.values())


def _is_builtin(value: object) -> bool:
    return type(value).__module__ == "builtins"


def _is_plain(node: ast.expr, values: Mapping[str, Any]) -> bool:
    """Return whether an expression is a number, a text or a truth value."""
    if isinstance(node, ast.Constant):
        return node.value is not None
    if not isinstance(node, ast.Name):
        return False
    return isinstance(values[node.id], (int, float, str))


def _lines(node: ast.AST) -> range:
    first: int = node.lineno  # type: ignore[attr-defined]
    last: int = node.end_lineno or first  # type: ignore[attr-defined]
    return range(first, last + 1)
