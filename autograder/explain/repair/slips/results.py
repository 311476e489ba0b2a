"""Slips about results: a line keeps nothing of its value, or a return has none."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from autograder.explain.repair.edits import Edit, Put, copied, walk
from autograder.explain.repair.kinds import SLIPS
from autograder.explain.repair.scopes import PLACES, Scope, each, fold, stored
from autograder.explain.repair.slips.asked import sets_part, update_word

VALUES_OF_STATES = ("utility", "evaluate", "getScore")
"""Methods that give the value of a state, and do nothing else."""
WITHOUT_EFFECT = (
    ast.Name,
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Subscript,
    ast.IfExp,
)
"""Expressions that do nothing where they stand alone in a line."""


class Unused(NamedTuple):
    """A value that a line works out and does not keep.

    kind: the slip. function: what works it out, if a call does. corrections: lines that
    keep it.
    """

    kind: str
    function: str = ""
    corrections: tuple[ast.stmt, ...] = ()


def unused(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield what may keep the value of a line that works something out."""
    for line in scope.all(ast.Expr):
        slip = _unused_value(scope, line.value)
        if slip is None:
            continue
        kind = SLIPS[slip.kind]
        for correction in slip.corrections:
            role = f"{slip.function}{update_word(scope, correction)}"
            yield scope.put(kind, line, correction, role)
        if not slip.corrections:
            yield scope.edit(kind, line, role=slip.function)


def _unused_value(scope: Scope, value: ast.expr) -> Unused | None:
    """Return the slip of a line that is one expression; None if it may be meant."""
    match value:
        case ast.Compare():
            return _only_compared(value)
        case ast.Call(_, arguments) if fold(value):
            places = [place for place in arguments if isinstance(place, PLACES)]
            kept = tuple(ast.Assign([stored(place)], value) for place in places)
            return Unused("fold", fold(value), kept)
        case ast.Call(ast.Attribute(_, name)) if name in VALUES_OF_STATES:
            return Unused("value", name, (ast.Return(value),))
        case ast.Call():
            return _unused_call(scope, value)
    has_call = any(each(ast.Call, value))
    if isinstance(value, WITHOUT_EFFECT) and not has_call:
        return Unused("does nothing")
    return None


def _only_compared(comparison: ast.Compare) -> Unused:
    """Return the slip of a line that compares: with `==` it may be meant to set."""
    match comparison:
        case ast.Compare(left, [ast.Eq(), *_], [right, *_]) if isinstance(left, PLACES):
            assignment = ast.Assign([stored(left)], right)
            return Unused("only compared", corrections=(assignment,))
    return Unused("only compared")


def _unused_call(scope: Scope, call: ast.Call) -> Unused | None:
    """Return the slip of a line that calls a function of the student's own.

    Its result may be meant for where that of the function's first other call goes.
    """
    name = scope.own(call)
    if not any(map(_only_gives_values, scope.functions.get(name, ()))):
        return None
    for assignment in scope.all(ast.Assign):
        if scope.own(assignment.value) == name:
            return Unused("value", name, (ast.Assign(assignment.targets, call),))
    return Unused("value", name)


def _only_gives_values(function: ast.FunctionDef) -> bool:
    """Return whether a function is called for its results alone.

    It returns some, and sets nothing that is not its own.
    """
    gives_value = any(node.value is not None for node in each(ast.Return, function))
    return gives_value and not any(map(_reaches_outside, walk(function)))


def _reaches_outside(node: ast.AST) -> bool:
    """Return whether a node may set what does not belong to the function."""
    return isinstance(node, (ast.Global, ast.Nonlocal)) or sets_part(node)


def bare_returns(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield values for a return that has none, where others have one."""
    returns = list(scope.all(ast.Return))
    returned = [node.value for node in returns if node.value is not None]
    is_generator = any(scope.all(ast.Yield, ast.YieldFrom))
    if not returned or is_generator:
        return
    values = [*scope.numbers.values(), *returned]
    for node in returns:
        if node.value is not None:
            continue
        for value in values:
            new = ast.copy_location(copied(value), node)
            yield scope.edit(SLIPS["bare"], node, Put(node, "value", new))
