"""Shapes of code that several rules look for, and that are no slips by themselves."""

import ast
from collections.abc import Iterable, Iterator

from autograder.explain.repair.edits import walk
from autograder.explain.repair.nodes import VARIABLES
from autograder.explain.repair.scopes import Scope

UPDATE = " update"
"""The last word in the role of a slip whose repair moves alpha or beta."""


def update_word(scope: Scope, new_line: ast.stmt) -> str:
    """Return UPDATE if a line that is put in place of a slip moves alpha or beta."""
    return UPDATE if scope.sort(new_line) == "update" else ""


def parameters(root: ast.FunctionDef) -> set[str]:
    """Return the names of a function's parameters that may be passed by position."""
    return {parameter.arg for parameter in root.args.args}


def functions_called(scope: Scope, within: ast.AST) -> Iterator[ast.FunctionDef]:
    """Yield the functions of the program that are called in a node."""
    for node in walk(within):
        yield from scope.functions.get(scope.own(node), ())


def is_condition(scope: Scope, node: ast.AST) -> bool:
    """Return whether it matters of an expression only whether it is true."""
    owner, field, _ = scope.parents[node]
    if isinstance(owner, ast.BoolOp):
        return node is not owner.values[-1] or is_condition(scope, owner)
    is_negated = isinstance(owner, ast.UnaryOp) and isinstance(owner.op, ast.Not)
    return field == "test" or is_negated


def leads_back(scope: Scope, root: ast.FunctionDef, within: ast.AST) -> bool:
    """Return whether a node calls a function that calls the function `root`."""
    for function in functions_called(scope, within):
        if any(scope.own(node) == root.name for node in walk(function)):
            return True
    return False


def sets_element(node: ast.AST) -> bool:
    """Return whether a node sets an attribute or an element, and so changes a value."""
    return isinstance(node, VARIABLES[1:]) and isinstance(node.ctx, ast.Store)


def is_read(node: ast.Name | ast.Subscript) -> bool:
    """Return whether the value of a name or an element is used."""
    return isinstance(node.ctx, ast.Load)


def names_declared(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that some of the nodes declare to be set outside."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            names.update(node.names)
    return names
