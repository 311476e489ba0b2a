"""Another position passed on: the one that a move leads to, for the one that it was made in."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograder.mistakes.edits import Edit
from autograder.mistakes.scopes import Scope


def positions(scope: Scope) -> Iterator[Edit]:
    """Another position in a call of a function of the student's own, or where one is asked about."""
    names = _positions(scope)
    for node in scope.nodes:
        if isinstance(node, ast.Call) and (scope.own(node) or isinstance(node.func, ast.Attribute)):
            cost = 1.6 if scope.own(node) else 2.0
            for argument in node.args:
                if isinstance(argument, ast.Name) and argument.id in names:
                    for other in names:
                        if other != argument.id:
                            new = ast.Name(other, ast.Load())
                            yield scope.put("position", "another", cost, argument, new, "position")


def _positions(scope: Scope) -> list[str]:
    """The names of what a scope asks something, of what that answers, and of what a loop takes from it."""
    asked = [
        node.value.id for node in scope.nodes if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    ]
    found = dict.fromkeys(asked)
    for node in scope.nodes:
        if isinstance(node, ast.Assign) and _is_asked(node.value, found) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = None
        elif isinstance(node, ast.For) and _is_asked(node.iter, found):
            found |= {entry.id: None for entry in ast.walk(node.target) if isinstance(entry, ast.Name)}
        elif isinstance(node, ast.Call) and scope.own(node) and node.args and isinstance(node.args[0], ast.Name):
            found[node.args[0].id] = None
    numbers = {number.id for number in scope.numbers.values() if isinstance(number, ast.Name)}
    return sorted(name for name in found if name not in numbers and name not in ("self", "math", "np", "numpy"))


def _is_asked(node: ast.expr, names: dict[str, None]) -> bool:
    """Whether an expression is what one of some names answers."""
    asked = node.func if isinstance(node, ast.Call) else node
    return isinstance(asked, ast.Attribute) and isinstance(asked.value, ast.Name) and asked.value.id in names
