"""The first value of a best value: an infinity, by its name or the player to move."""

import ast
from collections.abc import Iterator

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Edit, copied, dumped
from autograder.explain.repair.nodes import ORDERS, infinity, parameters_of
from autograder.explain.repair.operators.meanings import role_of_constant
from autograder.explain.repair.scopes import Scope


def starts(scope: Scope) -> Iterator[Edit]:
    """Put the other infinity, or one chosen by a test of whose turn it is."""
    for node in scope.nodes:
        value = _number(scope, node)
        is_part = scope.constant(scope.parents[node][0]) is not None
        is_set = isinstance(getattr(node, "ctx", None), ast.Store)
        if value is None or is_part or is_set:
            continue
        if role_of_constant(scope, node) != "initial":
            continue
        if value and scope.constant(node) is None:
            other = infinity(-value)
            yield scope.put(kinds.OTHER_INFINITY, node, other, "initial")
        for test in _turns(scope):
            for sign in (-1, 1):
                by_turn = ast.IfExp(copied(test), infinity(sign), infinity(-sign))
                yield scope.put(kinds.INFINITY_BY_TURN, node, by_turn, "initial")


def _number(scope: Scope, node: ast.AST) -> float | None:
    """Return the infinity that a node stands for, or 0; None for any other node."""
    return 0.0 if scope.constant(node) == 0 else scope.constant(node)


def _turns(scope: Scope) -> list[ast.expr]:
    """Return the first two conditions that may say whose turn it is.

    In a method without any they are parameters that are no numbers.
    """
    tests = {dumped(node.test): node.test for node in scope.all(ast.If, ast.IfExp)}
    turns = [test for test in tests.values() if _may_say_whose_turn(scope, test)]
    if not tests and isinstance(scope.root, ast.FunctionDef):
        names = parameters_of(scope.root)[1:]
        read = (ast.Name(name, ast.Load()) for name in reversed(names))
        turns += [name for name in read if not scope.is_number(name)]
    return turns[:2]


def _may_say_whose_turn(scope: Scope, test: ast.expr) -> bool:
    """Return whether a test may ask whose turn it is.

    It is no call, and compares no numbers, except a sign with 0.
    """
    match test:
        case ast.Compare(ast.Name() as name, [order], [ast.Constant(0)]):
            return not isinstance(order, ORDERS) or not scope.is_depth(name)
        case ast.Compare(_, [order, *_]):
            return not isinstance(order, ORDERS)
    return not isinstance(test, ast.Call)
