"""The facts in a frame: its variables, its function, and what it can reach."""

import ast
from builtins import max as builtin_max
from builtins import min as builtin_min
from collections.abc import Iterable, Iterator, Mapping
from inspect import getattr_static
from itertools import chain
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from autograder.core.limits import MOST_OBJECTS
from reference.game import Looks, State, Tree

Function = FunctionType | MethodType
PLAIN = (int, float, str, bool, type(None))
FUNCTIONS = (FunctionType, MethodType, CodeType)
PYTHONS_FOLDS = {"max": builtin_max, "min": builtin_min}
"""Python's own functions that fold values, by name."""


class Contents:
    """The contents of some objects, and of these in turn, to be compared.

    Contents that are too large equal nothing.
    """

    def __init__(self, values: Iterable[object]) -> None:
        """Look into the objects, and into all that they hold."""
        # They are kept, as another may get the id of one that is not.
        self._objects = list(values)
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
        if not isinstance(other, Contents) or len(self._objects) > MOST_OBJECTS:
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


def _told_apart(value: object) -> object:
    return (type(value), value) if isinstance(value, PLAIN) else id(value)


def objects_in_reach(frame: FrameType) -> Iterator[object]:
    """Yield the objects that a frame can use: its variables, and its module's."""
    for name, value in values_in(frame).items():
        if not name.startswith("__"):
            yield value


def module_of(frame: FrameType) -> str:
    """Return the name of the module whose code a frame runs."""
    return str(frame.f_globals.get("__name__"))


def values_in(frame: FrameType) -> dict[str, Any]:
    """Return the values of the names that are known in a frame."""
    return {**frame.f_globals, **frame.f_locals}


def callers(frame: FrameType) -> Iterator[FrameType]:
    """Yield the frames below one, from that which called it on."""
    caller = frame.f_back
    while caller is not None:
        yield caller
        caller = caller.f_back


def function_of(frame: FrameType) -> FunctionType:
    """Return the function that a frame runs, if a name of it is known there."""
    name = frame.f_code.co_name
    values = values_in(frame)
    if name in values:
        return values[name]  # type: ignore[no-any-return]
    return getattr_static(type(values["self"]), name)  # type: ignore[no-any-return]


def function_held(node: ast.AST, values: Mapping[str, Any]) -> Function | None:
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


def is_call_of(callee: FrameType, function: Function) -> bool:
    """Return whether a frame runs a function: a method of the same object."""
    if not isinstance(function, MethodType):
        return callee.f_code is function.__code__
    if callee.f_code is not function.__func__.__code__:
        return False
    return any(value is function.__self__ for value in callee.f_locals.values())


def is_builtin(value: object) -> bool:
    """Return whether the type of a value is Python's own."""
    return type(value).__module__ == "builtins"


def is_plain(node: ast.expr, values: Mapping[str, Any]) -> bool:
    """Return whether an expression is a number, a text or a truth value."""
    if isinstance(node, ast.Constant):
        return node.value is not None
    if not isinstance(node, ast.Name):
        return False
    return isinstance(values[node.id], (int, float, str))


def lines_of(node: ast.AST) -> range:
    """Return the lines of a node, the first one first."""
    first: int = node.lineno  # type: ignore[attr-defined]
    last: int = node.end_lineno or first  # type: ignore[attr-defined]
    return range(first, last + 1)
