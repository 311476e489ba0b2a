"""Slips about results: a line keeps nothing of its value, or a return has none."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from autograder.explain.repair.edits import Edit, Put, copied, walk
from autograder.explain.repair.kinds import SLIPS
from autograder.explain.repair.nodes import VARIABLES, fold, nodes_of, stored
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.slips.shapes import sets_element, update_word

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
"""Expressions that do nothing if they stand alone in a line."""


class Unused(NamedTuple):
    """A value that a line works out and does not keep.

    kind: the slip, a key of SLIPS. function: the function that works it out, if a call
    does; else "". new_lines: lines that keep it; () if none is known.
    """

    kind: str
    function: str = ""
    new_lines: tuple[ast.stmt, ...] = ()


def unused(scope: Scope, _root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield edits that keep the value of a line that drops it.

    If no line that keeps it is known, the edit only names the line.
    """
    for line in scope.all(ast.Expr):
        slip = _unused_value(scope, line.value)
        if slip is None:
            continue
        kind = SLIPS[slip.kind]
        for new_line in slip.new_lines:
            role = f"{slip.function}{update_word(scope, new_line)}"
            yield scope.put(kind, line, new_line, role)
        if not slip.new_lines:
            yield scope.edit(kind, line, role=slip.function)


def _unused_value(scope: Scope, value: ast.expr) -> Unused | None:
    """Return the slip of a line that is one expression; None if it may be meant."""
    match value:
        case ast.Compare():
            return _only_compared(value)
        case ast.Call(_, arguments) if function := fold(value):
            kept = tuple(
                ast.Assign([stored(argument)], value)
                for argument in arguments
                if isinstance(argument, VARIABLES)
            )
            return Unused("fold", function, kept)
        case ast.Call(ast.Attribute(_, name)) if name in VALUES_OF_STATES:
            return Unused("value", name, (ast.Return(value),))
        case ast.Call():
            return _unused_call(scope, value)
    has_call = any(nodes_of(ast.Call, value))
    if isinstance(value, WITHOUT_EFFECT) and not has_call:
        return Unused("does nothing")
    return None


def _only_compared(comparison: ast.Compare) -> Unused:
    """Return the slip of a line that compares: with `==` it may be meant to set."""
    left, right = comparison.left, comparison.comparators[0]
    is_equality = isinstance(comparison.ops[0], ast.Eq)
    if is_equality and isinstance(left, VARIABLES):
        assignment = ast.Assign([stored(left)], right)
        return Unused("only compared", new_lines=(assignment,))
    return Unused("only compared")


def _unused_call(scope: Scope, call: ast.Call) -> Unused | None:
    """Return the slip of a line that calls a function of the student's own.

    Its result may be meant for the variable of the function's first other call.
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
    gives_value = any(node.value is not None for node in nodes_of(ast.Return, function))
    return gives_value and not any(map(_reaches_outside, walk(function)))


def _reaches_outside(node: ast.AST) -> bool:
    """Return whether a node may set a variable outside of the function."""
    return isinstance(node, (ast.Global, ast.Nonlocal)) or sets_element(node)


def bare_returns(scope: Scope, _root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield edits that give a bare return a value, if others have one.

    The value is a number of the function, or that of another return.
    """
    returns = list(scope.all(ast.Return))
    returned = [node.value for node in returns if node.value is not None]
    is_generator = any(scope.all(ast.Yield, ast.YieldFrom))
    if not returned or is_generator:
        return
    possible = [*scope.numbers.values(), *returned]
    for node in returns:
        if node.value is not None:
            continue
        for value in possible:
            new = ast.copy_location(copied(value), node)
            yield scope.edit(SLIPS["bare"], node, Put(node, "value", new))
