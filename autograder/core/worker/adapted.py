"""The course's adapter at work in the student's process.

Standard library only, as for all that runs there.
"""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any, NoReturn

from autograder.core.limits import LONGEST_EXCEPTION, LONGEST_TYPE_NAME
from reference.game import State


class NotAnAnswer(Exception):
    """A search returned an object that is no answer; the text says why.

    unless_lost: it was no action, which is right if all actions are the worst.
    """

    def __init__(self, reason: str, *, unless_lost: bool) -> None:
        super().__init__(reason)
        self.unless_lost = unless_lost


class Adapted:
    """An adapter that has run, and starts searches.

    It has given the student's process the course's own modules.
    """

    def __init__(self, name: str, source: str, needs: list[str]) -> None:
        """Run it. Its exceptions pass through. needs: names that students define."""
        functions = [function for need in needs for function in need.split("|")]
        self._roots = {function.partition(".")[0] for function in functions}
        self._name = name
        self._code = compile(source, name, "exec", dont_inherit=True)
        self.begin_anew()

    def begin_anew(self) -> None:
        """Run the adapter anew.

        So no program finds the changes that another one made in the course's modules.
        """
        self._module = ModuleType(self._name.removesuffix(".py"))
        self._module.__file__ = self._name
        exec(self._code, self._module.__dict__)

    def search(self, student: ModuleType, state: State, known: dict[str, Any]) -> Any:
        """Let it search, and return its answer.

        known: the facts that it may know of the problem. Raises NotAnAnswer; the
        exceptions of the adapter and of the student's code pass through.
        """
        problem = SimpleNamespace(**known, refuse=_refuse, shown=shown)
        return self._module.search(student, state, problem)

    def is_to_blame(self, error: BaseException, defined: dict[str, Any]) -> bool:
        """Return whether an exception that passed no student's line is the adapter's.

        It is not if the student's function was called with wrong arguments.
        """
        if not isinstance(error, TypeError):
            return not isinstance(error, MemoryError)
        called = str(error).partition("()")[0].partition(".")[0]
        # If the adapter needs none by name, it may call anything that the student's
        # module defines.
        return called not in (self._roots or defined) or "argument" not in str(error)


def shown(value: object) -> str:
    """Return a text for any object that a student's function returned.

    Python refuses to write a number of many digits, and a `__repr__` may raise.
    """
    try:
        return str.__getitem__(repr(value), slice(0, LONGEST_EXCEPTION))
    except BaseException:
        if type(value) is int:
            return "a whole number with too many digits to be shown"
        return f"an object of type {type_name(type(value))} that cannot be shown"


def type_name(kind: type) -> str:
    """Return a type's name, even if its metaclass lies."""
    name: str = type.__dict__["__name__"].__get__(kind)
    return str.__getitem__(name, slice(0, LONGEST_TYPE_NAME))


def plain(value: object) -> object:
    """Return a number of numpy's as one of Python's, and anything else unchanged."""
    generic: Any = getattr(sys.modules.get("numpy"), "generic", None)
    try:
        is_of_numpy = isinstance(generic, type) and isinstance(value, generic)
        return value.item() if is_of_numpy else value  # type: ignore[attr-defined]
    except BaseException:  # it calls itself a number, and is none
        return value


def _refuse(words: str, *, unless_lost: bool = False) -> NoReturn:
    raise NotAnAnswer(words, unless_lost=unless_lost)
