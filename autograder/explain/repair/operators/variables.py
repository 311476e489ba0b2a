"""Keep a value in a variable of the call instead of one for all calls together."""

import ast
from collections.abc import Iterator

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Edit, Put
from autograder.explain.repair.scopes import Scope


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


def _unused(scope: Scope, name: str) -> str:
    """Return a name for a variable that the function does not use for another."""
    names = {node.id for node in scope.all(ast.Name)}
    names |= {parameter.arg for parameter in scope.all(ast.arg)}
    return f"own_{name}" if name in names else name
