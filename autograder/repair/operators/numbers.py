"""Another number, index, or method that a state is asked for a value by."""

import ast
from collections.abc import Iterator
from math import inf

from autograder.repair import kinds
from autograder.repair.edits import Edit, copied
from autograder.repair.operators.meanings import OF_LEAVES, role_of_constant
from autograder.repair.scopes import (
    FAR,
    Scope,
    constant,
    infinity,
)

TEN = 10
"""And from here on where a value starts with it."""
NEAR = 1e-200
"""And so is what is this close to 0: who writes sys.float_info.min means the least number."""


def values_asked(scope: Scope) -> Iterator[Edit]:
    """`evaluate` for `utility`, and the other way round."""
    for node in scope.all(ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in OF_LEAVES:
            method = ast.Attribute(node.func.value, OF_LEAVES[node.func.attr])
            method.ctx = ast.Load()
            yield scope.put(kinds.LEAF, node.func, method, "leaf")


def indices(scope: Scope) -> Iterator[Edit]:
    """Take another place of a pair or a list: the first, the second, or the last."""
    for node in scope.all(ast.Subscript):
        index = constant(node.slice)
        for other in _others_than(index):
            new = ast.Constant(other)
            if -1 in (index, other):
                yield scope.put(kinds.FROM_THE_FRONT, node.slice, new, "value", 0.2)
            else:
                yield scope.put(kinds.OTHER_PART, node.slice, new, "value")


def _others_than(index: float | None) -> list[int]:
    indices = (0, 1, -1)
    return [other for other in indices if other != index] if index in indices else []


def constants(scope: Scope) -> Iterator[Edit]:
    """Another constant: an infinity for a number or for the other infinity, a bound, or the next number."""
    for node in scope.nodes:
        value = constant(node)
        owner = scope.parents[node][0]
        if (
            value is None
            or constant(owner) is not None
            or isinstance(owner, (ast.Subscript, ast.keyword))
        ):
            continue
        if isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        role = role_of_constant(scope, node)
        if abs(value) == inf:
            yield scope.put(kinds.OTHER_INFINITY, node, infinity(-value), role)
            for number in scope.numbers.values() if role != "window" else ():
                yield scope.put(kinds.BOUND, node, copied(number), role, 0.4)
        else:
            yield from _finite(scope, node, value, role)


def _finite(scope: Scope, node: ast.AST, value: float, role: str) -> Iterator[Edit]:
    far, begins = (
        abs(value) >= FAR or 0 < abs(value) < NEAR,
        role in ("initial", "window"),
    )
    if far or value in (0, 1, -1) or begins:
        for place, sign in enumerate((1, -1) if value >= 0 else (-1, 1)):
            kind = kinds.FAR if far or abs(value) >= TEN else kinds.INFINITY
            more = 0 if far else 0.3 if kind is kinds.FAR else 0 if begins else 1.0
            yield scope.put(
                kind,
                node,
                infinity(sign),
                role,
                more + place * (0.02 if value == 0 else 0.4),
            )
    if not far:
        if role == "number" and isinstance(
            scope.parents[node][0], (ast.BinOp, ast.Compare)
        ):
            role = "horizon"
        is_term = isinstance(
            getattr(scope.parents[node][0], "op", None), (ast.Add, ast.Sub)
        )
        # A term that is 0 is taken away.
        for shift in (1, -1) if value != 1 or not is_term else (1,):
            yield scope.put(
                kinds.NEXT_NUMBER, node, ast.Constant(int(value) + shift), role
            )
