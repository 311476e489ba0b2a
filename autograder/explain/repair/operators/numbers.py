"""Uses another number or index, and another method of a state."""

import ast
from collections.abc import Iterator
from math import inf

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Edit, copied
from autograder.explain.repair.nodes import FAR, infinity
from autograder.explain.repair.operators.meanings import (
    OF_LEAVES,
    STARTS,
    of_infinity,
    role_of_constant,
    role_of_depth,
    role_of_value,
)
from autograder.explain.repair.scopes import Scope

NEAR = 1e-200
"""A number this close to 0 is taken for infinity, as sys.float_info.min."""
OF_A_BOUND = ("update", "window")
"""The roles of a part of a pair that holds alpha and beta."""


def values_asked(scope: Scope) -> Iterator[Edit]:
    """Ask for `evaluate` in place of `utility`, and the other way round."""
    for node in scope.all(ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in OF_LEAVES:
            method = ast.Attribute(node.func.value, OF_LEAVES[node.func.attr])
            method.ctx = ast.Load()
            yield scope.put(kinds.LEAF, node.func, method, "leaf")


def indices(scope: Scope) -> Iterator[Edit]:
    """Take another element of a pair or a list: the first, the second, or the last."""
    for node in scope.all(ast.Subscript):
        index = scope.constant(node.slice)
        role = role_of_value(scope, node)
        part = role if role in OF_A_BOUND else "value"
        for other in _others_than(index):
            new = ast.Constant(other)
            if -1 not in (index, other):
                taken = ast.Subscript(copied(node.value), new, node.ctx)
                yield scope.put(kinds.OTHER_PART, node, taken, part)
            elif part == "value" or index == -1:  # a window has no last part
                yield scope.put(kinds.OTHER_ELEMENT, node.slice, new, "value", 0.2)


def _others_than(index: float | None) -> list[int]:
    indices = (0, 1, -1)
    return [other for other in indices if other != index] if index in indices else []


def constants(scope: Scope) -> Iterator[Edit]:
    """Use another constant: an infinity, a bound, or the next number."""
    for node in scope.nodes:
        value, owner = scope.constant(node), scope.parents[node][0]
        is_part = (
            scope.constant(owner) is not None
            or isinstance(owner, ast.Subscript)
            or _is_option(scope, owner)
        )
        is_set = isinstance(getattr(node, "ctx", None), ast.Store)
        if value is not None and not is_part and not is_set:
            role = role_of_constant(scope, node)
            edits_of = _for_infinity if abs(value) == inf else _for_number
            yield from edits_of(scope, node, value, role)


def _is_option(scope: Scope, owner: ast.AST) -> bool:
    """Return whether a keyword is in a call of another's function, as `default`."""
    return isinstance(owner, ast.keyword) and not scope.own(scope.parents[owner][0])


def _for_infinity(
    scope: Scope, node: ast.AST, value: float, role: str
) -> Iterator[Edit]:
    yield scope.put(kinds.OTHER_INFINITY, node, infinity(-value), role)
    for number in scope.numbers.values() if role != "window" else ():
        yield scope.put(kinds.BOUND, node, copied(number), role, 0.4)


def _for_number(scope: Scope, node: ast.AST, value: float, role: str) -> Iterator[Edit]:
    is_far = abs(value) >= FAR or 0 < abs(value) < NEAR
    if is_far or value in (0, 1, -1) or role in STARTS:
        kind, _, surcharge = of_infinity(value, role, is_far=is_far)
        likely = 1 if value >= 0 else -1
        yield scope.put(kind, node, infinity(likely), role, surcharge)
        surcharge += 0.02 if value == 0 else 0.4
        yield scope.put(kind, node, infinity(-likely), role, surcharge)
    if not is_far:
        yield from _next(scope, node, value, role)


def _next(scope: Scope, node: ast.AST, value: float, role: str) -> Iterator[Edit]:
    owner = scope.parents[node][0]
    if role == "number" and isinstance(owner, (ast.BinOp, ast.Compare)):
        role = role_of_depth(scope, node)
    is_term = isinstance(getattr(owner, "op", None), (ast.Add, ast.Sub))
    # To make a 1 that is added a 0 is to take it away, which `layers.without` does.
    for shift in (1, -1) if value != 1 or not is_term else (1,):
        new = ast.Constant(int(value) + shift)
        yield scope.put(kinds.NEXT_NUMBER, node, new, role)
