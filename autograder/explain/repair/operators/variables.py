"""Keeps data that all calls share from changing under a call that searches children."""

import ast
from collections.abc import Iterator

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Add, Edit, Put, walk
from autograder.explain.repair.scopes import Scope, as_added


def of_the_call(scope: Scope) -> Iterator[Edit]:
    """Put a variable of the call in the place of an attribute of `self`.

    Searches of children set it, too, so that it changes while its own loop goes on.
    Only an attribute that the function sets to something new can be such a variable.
    """
    for name in sorted(_set_on_self(scope)):
        nodes = [node for node in scope.all(ast.Attribute) if _is_of_self(node, name)]
        nodes.sort(key=lambda node: (node.lineno, node.col_offset))
        variable = _unused(scope, name)
        puts = []
        for node in nodes:
            owner, field, list_index = scope.parents[node]
            puts.append(Put(owner, field, ast.Name(variable, node.ctx), list_index))
        yield scope.edit(kinds.OF_THE_CALL, nodes[0], *puts, role="assignment")


def _set_on_self(scope: Scope) -> set[str]:
    """Return the attributes of `self` that an assignment of a function sets."""
    names = set()
    for assignment in scope.all(ast.Assign):
        for target in assignment.targets:
            if isinstance(target, ast.Attribute) and _is_of_self(target, target.attr):
                names.add(target.attr)
    return names


def _is_of_self(node: ast.Attribute, name: str) -> bool:
    is_self = isinstance(node.value, ast.Name) and node.value.id == "self"
    return is_self and node.attr == name


def windows_kept(scope: Scope) -> Iterator[Edit]:
    """Put alpha and beta back after a search, if it shares them with its caller.

    They are attributes, elements or global names, which outlive a call.
    """
    if not scope.window or not all(map(scope.is_shared, scope.window)):
        return
    ends = ", ".join(map(ast.unparse, scope.window))
    for statement in scope.all(ast.Assign, ast.AugAssign, ast.Expr):
        owner, field, _ = scope.parents[statement]
        if any(map(scope.leads_to_search, walk(statement))):
            before, after = (
                as_added(ast.parse(text).body[0])
                for text in (f"window_before = {ends}", f"{ends} = window_before")
            )
            adds = (
                Add(owner, field, before, statement),
                Add(owner, field, after, scope.following(statement)),
            )
            yield scope.edit(kinds.WINDOW_KEPT, statement, *adds, role="window")


def _unused(scope: Scope, name: str) -> str:
    """Return a name for a variable that the function does not use for another."""
    names = {node.id for node in scope.all(ast.Name)}
    names |= {parameter.arg for parameter in scope.all(ast.arg)}
    return f"own_{name}" if name in names else name
