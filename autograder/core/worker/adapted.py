"""The course's adapter at work in the worker.

Standard library only, as for all that runs there.
"""

import sys
from math import inf
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

from autograder.core.limits import (
    LARGEST_EXACT,
    LONGEST_EXCEPTION,
    LONGEST_TYPE_NAME,
    MOST_DIGITS,
)
from reference.game import State

if TYPE_CHECKING:
    from autograder.core.worker.commands import KnownToAdapters

LARGEST_WHOLE: int = 10**MOST_DIGITS
"""Whole numbers below it travel as their digits."""
ENGLISH = "en"
EXACT_NUMBERS = (("fractions", "Fraction"), ("decimal", "Decimal"))
"""The numbers of Python's library that a search may reckon with, by their modules."""


class NotAnAnswer(Exception):
    """A search returned an object that is no answer; the text says why.

    is_no_action: whether it stands for no action, which is right if every action has
    the worst value there is.
    """

    def __init__(self, reason: str, *, is_no_action: bool) -> None:
        super().__init__(reason)
        self.is_no_action = is_no_action


class Adapted:
    """An adapter that has run, and starts searches.

    It has given the worker the course's own modules.
    """

    def __init__(
        self, name: str, source: str, needs: list[str], language: str = ENGLISH
    ) -> None:
        """Run it. Its exceptions pass through.

        needs: names that students define. language: of the texts in its `MESSAGES`.
        """
        functions = [function for need in needs for function in need.split("|")]
        self._roots = {function.partition(".")[0] for function in functions}
        self._name = name
        self._language = language
        self._code = compile(source, name, "exec", dont_inherit=True)
        self.begin_anew()

    def begin_anew(self) -> None:
        """Run the adapter anew.

        So no program finds the changes that another one made in the course's modules.
        """
        self._module = ModuleType(self._name.removesuffix(".py"))
        self._module.__file__ = self._name
        names = self._module.__dict__
        exec(self._code, names)
        messages: dict[str, str | dict[str, str]] = names.get("MESSAGES", {})
        names["MESSAGES"] = {
            name: in_language(text, self._language) for name, text in messages.items()
        }

    def search(
        self, student: ModuleType, state: State, known: "KnownToAdapters"
    ) -> Any:
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


def in_language(text: str | dict[str, str], language: str) -> str:
    """Return an author's text in a language, else in English, else in the first."""
    if isinstance(text, str):
        return text
    first = next(iter(text.values()))
    return text.get(language, text.get(ENGLISH, first))


def shown(value: object) -> str:
    """Return a text for any object that a student's function returned.

    Python refuses to write a number of many digits, and a `__repr__` may raise.
    """
    try:
        return str.__getitem__(repr(value), slice(0, LONGEST_EXCEPTION))
    except BaseException:
        return f"<{type_name(type(value))} object>"  # as Python's own


def type_name(kind: type) -> str:
    """Return a type's name, even if its metaclass lies."""
    name: str = type.__dict__["__name__"].__get__(kind)
    return str.__getitem__(name, slice(0, LONGEST_TYPE_NAME))


def plain(value: object) -> object:
    """Return a number of numpy's, a Fraction or a Decimal as one of Python's own.

    Anything else is returned unchanged. A subclass may claim to equal everything.
    """
    numpy: Any = sys.modules.get("numpy")
    generic = getattr(numpy, "generic", None)
    try:
        if isinstance(generic, type) and isinstance(value, generic):
            number = value.item()  # type: ignore[attr-defined]
            # numpy.longdouble has no type of Python's own to become.
            return float(number) if type(number) is numpy.longdouble else number
        if type(value) is getattr(numpy, "ndarray", None):
            return value.item() if value.ndim == 0 else value  # type: ignore[attr-defined]
        return _nearest(value) if _is_exact(value) else value
    except BaseException:  # it calls itself a number, and is none
        return value


def _is_exact(value: object) -> bool:
    """Return whether a value is a Fraction or a Decimal.

    Only a module that the program has imported itself can have made one.
    """
    kind = type(value)
    return any(
        kind is getattr(sys.modules.get(module), name, None)
        for module, name in EXACT_NUMBERS
    )


def _nearest(number: Any) -> int | float:
    """Return the whole number that equals another one, or else the nearest double.

    A number of more digits than are told is cut to the first that has too many.
    """
    if number != number or abs(number) == inf:
        return float(number)
    if abs(number) >= LARGEST_WHOLE:
        return LARGEST_WHOLE if number > 0 else -LARGEST_WHOLE
    whole: int = int(number)
    if whole == number or abs(whole) > LARGEST_EXACT:
        return whole
    return float(number)


def _refuse(message: str, *, unless_lost: bool = False) -> NoReturn:
    raise NotAnAnswer(message, is_no_action=unless_lost)
