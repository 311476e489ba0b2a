"""Slips that show in the values of their line, or by an exception there."""

import ast
from collections.abc import Collection
from types import FrameType, FunctionType

from autograder.explain.repair.edits import Edit
from autograder.explain.repair.nodes import names_in
from autograder.explain.repair.witnesses.base import Witness
from autograder.explain.repair.witnesses.frames import (
    PYTHONS_FOLDS,
    function_of,
    is_builtin,
    values_in,
)


class LineRuns(Witness):
    """A line runs, and the text tells the rest."""

    def at_line(self, frame: FrameType) -> None:
        self.is_shown = True


class RedefinedFold(Witness):
    """The result of a fold is not used: of Python's own `max` or `min`."""

    def at_line(self, frame: FrameType) -> None:
        name, *_ = self.edit.role.split()
        python_fold = PYTHONS_FOLDS[name]
        self.is_shown = values_in(frame).get(name, python_fold) is python_fold


class NoEffect(Witness):
    """A line does nothing: it only reads Python's own values."""

    def at_line(self, frame: FrameType) -> None:
        values = values_in(frame)
        read = [values[name] for name in names_in(self.edit.old)]
        self.is_shown = all(is_builtin(value) for value in read)


class NeverEquals(Witness):
    """An attribute never equals a text: none of its values does."""

    def at_line(self, frame: FrameType) -> None:
        match self.edit.old:
            case ast.Compare(
                ast.Attribute(ast.Name(owner), name), _, [ast.Constant(str(text))]
            ):
                held = getattr(values_in(frame)[owner], name)
                self.is_refuted |= bool(held == text)
                self.is_shown |= self.is_slip(held, text)

    def is_slip(self, held: object, text: str) -> bool:
        """Return whether the sentence is true of a value of the attribute."""
        is_known = held is not None and is_builtin(held)
        return is_known and not isinstance(held, str)


class InCapitals(NeverEquals):
    """An attribute never equals a text: it is in capital letters."""

    def is_slip(self, held: object, text: str) -> bool:
        return held == text.upper() and held != text


class SetToStep(Witness):
    """A line as `depth =- 1` does not change a number by its step, but sets it."""

    def at_line(self, frame: FrameType) -> None:
        before = frame.f_locals[self.edit.role]
        self.is_shown |= isinstance(before, (int, float))


class OtherVariable(Witness):
    """A line sets a name that nothing reads, and the one that is meant differs."""

    def behind_line(self, frame: FrameType) -> None:
        name, meant, *_ = self.edit.role.split()
        values = values_in(frame)
        if meant not in values:
            self.is_shown |= name in values
            return
        value, other = values[name], values[meant]
        are_numbers = isinstance(value, (int, float)) and isinstance(
            other, (int, float)
        )
        if are_numbers or type(value) is type(other):
            self.is_shown |= bool(value != other)


class KeptDefault(Witness):
    """A default still holds an element from an earlier call."""

    def at_line(self, frame: FrameType) -> None:
        function = function_of(frame)
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


class GoesByChance(Witness):
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


class NotAState(Witness):
    """An element of a loop is asked for an attribute of a state, and lacks it."""

    def at_error(self, frame: FrameType, error: BaseException) -> None:
        if isinstance(error, AttributeError) and self.is_in(frame):
            element = frame.f_locals[self.edit.role]
            kind = {"pair": tuple, "text": str}[self.edit.kind.name]
            self.is_shown |= type(element) is kind and error.obj is element


class WithoutSelf(Witness):
    """A method's name has no value if it is read alone."""

    def at_error(self, frame: FrameType, error: BaseException) -> None:
        if not isinstance(error, NameError) or not self.is_in(frame):
            return
        if error.name == self.edit.role:
            self.is_shown |= hasattr(type(frame.f_locals["self"]), error.name)


class NoValue(Witness):
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
