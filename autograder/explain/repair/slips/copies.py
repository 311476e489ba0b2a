"""Slips of copying: a function has the lines of another one, and not its own yet."""

import ast
from collections.abc import Iterator
from math import inf

from autograder.explain.repair.edits import Edit, copied, walk
from autograder.explain.repair.kinds import SLIPS
from autograder.explain.repair.nodes import body_of, fold
from autograder.explain.repair.scopes import Scope

SENSES = {"max": "greatest smallest", "min": "smallest greatest"}
"""By its name, the value that a copied fold keeps, and the one that it should keep."""


def copied_functions(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield a slip without a repair if a function is a copy of an earlier one.

    Functions that negate, or ask who moves, may rightly have the same lines.
    """
    folds = {fold(node) for node in walk(root)} & SENSES.keys()
    is_negating = any(
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and scope.own(node.operand)
        for node in walk(root)
    )
    if len(folds) != 1 or is_negating:
        return
    for functions in list(scope.functions.values()):
        for other in functions:
            if _is_copy(scope, root, other):
                role = f"{root.name} {other.name} {SENSES[folds.pop()]}"
                edit = scope.edit(SLIPS["same as other"], body_of(root)[0], role=role)
                yield edit._replace(line=root.lineno)
                return


def _is_copy(scope: Scope, root: ast.FunctionDef, other: ast.FunctionDef) -> bool:
    """Return whether a function has the lines of an earlier one that searches."""
    # A function that an edit has made has no line.
    lines = [getattr(function, "lineno", 0) for function in (other, root)]
    if other.name == root.name or not 0 < lines[0] < lines[1]:
        return False
    is_searching = any(scope.own(node) for node in walk(root))
    return is_searching and _lines(scope, root) == _lines(scope, other)


def _lines(scope: Scope, function: ast.FunctionDef) -> list[str]:
    """Return the lines of a function, with the same infinity for both of them.

    It is what is changed first in a copy, and it changes no more than the start.
    """
    nodes = [copied(node) for node in (function.args, *body_of(function))]
    return [ast.dump(_OneInfinity(scope).visit(node)) for node in nodes]


class _OneInfinity(ast.NodeTransformer):
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def visit(self, node: ast.AST) -> ast.AST:
        if abs(self._scope.constant(node) or 0) == inf:
            return ast.Constant(inf)
        visited: ast.AST = super().visit(node)
        return visited
