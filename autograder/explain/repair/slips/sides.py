"""Slips of a choice between the players: it comes out the same for both."""

import ast
from collections.abc import Iterable, Iterator

from autograder.explain.repair.edits import Edit, walk
from autograder.explain.repair.kinds import SLIPS
from autograder.explain.repair.nodes import GREATER, LESS, ORDERS, fold
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.slips.shapes import parameters

SENSES: dict[type[ast.cmpop], str] = {
    sign: name for name, signs in (("max", GREATER), ("min", LESS)) for sign in signs
}
"""The fold that a comparison of a new value with the best stands for."""


def same_for_both(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield a slip without a repair for each choice between the code of the players.

    It stands in the line that sets the variable which decides, if there is one. A
    choice of the caller's is no slip of this function.
    """
    told: set[ast.AST] = set()
    for choice in scope.all(ast.If):
        decides = choice.test
        if not _chooses_player(scope, choice) or _is_passed(root, decides):
            continue
        if not isinstance(decides, ast.Name):
            yield scope.edit(SLIPS["same condition"], choice)
            continue
        setting = _only_setting(scope, decides.id)
        if setting is not None and setting not in told:
            told.add(setting)
            edit = scope.edit(SLIPS["same variable"], choice, role=decides.id)
            yield edit._replace(line=setting.lineno)


def _chooses_player(scope: Scope, choice: ast.If) -> bool:
    """Return whether a branch keeps the greatest value, the other the smallest."""
    other = choice.orelse
    if not other:
        around, index = scope.body_of(choice)
        other = around.statements[index + 1 :]
    return {_sense(choice.body), _sense(other)} == {"max", "min"}


def _sense(statements: Iterable[ast.stmt]) -> str:
    """Return the only fold of some statements; "" if there are both, or none."""
    nodes = [node for statement in statements for node in walk(statement)]
    senses = {name for node in nodes if (name := fold(node))}
    if not senses:
        senses = {
            SENSES[type(node.ops[0])]
            for node in nodes
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ORDERS)
        }
    return senses.pop() if len(senses) == 1 else ""


def _is_passed(root: ast.FunctionDef, test: ast.expr) -> bool:
    """Return whether a condition reads a parameter itself, so that the caller decides.

    A parameter of which it only asks an attribute, an element or a call is none.
    """
    asked = {
        id(node.value)
        for node in walk(test)
        if isinstance(node, (ast.Attribute, ast.Subscript))
    }
    asked |= {
        id(argument)
        for node in walk(test)
        if isinstance(node, ast.Call)
        for argument in node.args
    }
    return any(
        isinstance(node, ast.Name)
        and node.id in parameters(root)
        and id(node) not in asked
        for node in walk(test)
    )


def _only_setting(scope: Scope, name: str) -> ast.Assign | None:
    """Return the only statement that sets a variable; None if it is not one."""
    settings = [
        node
        for node in scope.nodes
        if isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Store)
        and node.id == name
    ]
    if len(settings) != 1:
        return None
    owner = scope.parents[settings[0]].owner
    return owner if isinstance(owner, ast.Assign) else None
