"""Changes whose turn it is, when a game is over, and which child comes next."""

import ast
from collections.abc import Iterator
from itertools import product

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Edit, copied, walk
from autograder.explain.repair.operators.meanings import COUNT, of_flag
from autograder.explain.repair.scopes import (
    Scope,
    asked_of,
    body_of,
    ends_early,
    expression,
    key_of,
)

ASKED_OF = ("getLegalActions", "generateSuccessor")
"""The methods that take an agent."""
OVER = {
    "getLegalActions": ("{0}.isWin()", "{0}.isLose()"),
    "legal_moves": ("{0}.is_game_over()",),
    "children": ("{0}.is_terminal()",),
    "successors": ("{0}.is_terminal()",),
    "actions": ("{0}.is_terminal()", "{0}.terminal_test({1})", "{0}.is_terminal({1})"),
}
"""By a course's method for the moves, its tests whether the game is over."""


OTHER_PLAYER: dict[object, bool | str]
OTHER_PLAYER = {True: False, False: True, "MAX": "MIN", "MIN": "MAX"}


def flags(scope: Scope) -> Iterator[Edit]:
    """Turn a flag: True for False, MIN for MAX."""
    for node in scope.all(ast.Constant):
        is_text = isinstance(node.value, str) and node.value in OTHER_PLAYER
        is_flag = isinstance(node.value, bool)
        # A loop without an end is left inside of it.
        owner = scope.parents[node][0]
        if isinstance(owner, ast.keyword):
            owner = scope.parents[owner][0]
        if not is_text and (not is_flag or isinstance(owner, ast.While)):
            continue
        other = ast.Constant(OTHER_PLAYER[node.value])
        kind, role, surcharge = of_flag(scope, node)
        yield scope.put(kind, node, other, role, surcharge - 0.1 * is_flag)
    for inverted in scope.all(ast.UnaryOp):
        if isinstance(inverted.op, ast.Invert):  # ~True is -2, which counts as true
            turned = ast.UnaryOp(ast.Not(), copied(inverted.operand))
            yield scope.put(kinds.TURN, inverted, turned, "turn")


def texts(scope: Scope) -> Iterator[Edit]:
    """Write a text as the function writes it elsewhere: `"max"` for `"Max"`."""
    found = [node for node in scope.all(ast.Constant) if isinstance(node.value, str)]
    spellings = dict.fromkeys(str(node.value) for node in found)
    for node, other in product(found, spellings):
        text = str(node.value)
        if other != text and other.casefold() == text.casefold():
            yield scope.put(kinds.OTHER_VALUE, node, ast.Constant(other), "turn")


def turns(scope: Scope) -> Iterator[Edit]:
    """Ask the state for the player to move instead of reading a flag.

    And ask in a condition for the other player, if another asks for one and for more.
    """
    yield from _turns_tested(scope)
    for node in scope.all(ast.If, ast.IfExp):
        if isinstance(node.test, ast.Name):
            for state in asked_of(scope, "is_terminal"):
                turn = expression(f"{ast.unparse(state)}.to_move == 'MAX'")
                yield scope.put(kinds.TURN_OF_STATE, node.test, turn, "turn")


def _turns_tested(scope: Scope) -> Iterator[Edit]:
    joined = list(scope.all(ast.BoolOp))
    asked = {
        key_of(condition): condition
        for node in joined
        for condition in node.values
        if isinstance(node.op, ast.And) and not scope.mentions_end(condition)
    }
    tests = [node.test for node in scope.all(ast.If)]
    for node in joined:
        tests += node.values if isinstance(node.op, ast.Or) else []
    for test, (key, condition) in product(tests, asked.items()):
        if key not in map(key_of, walk(test)):
            other = ast.UnaryOp(ast.Not(), copied(condition))
            both = ast.BoolOp(ast.And(), [other, copied(test)])
            yield scope.put(kinds.TURN_TESTED, test, both, "turn")


def orders(scope: Scope) -> Iterator[Edit]:
    """Take children from the front, and only when it is their turn."""
    for node in scope.all(ast.ListComp):  # a list of functions has searched nothing
        kind = kinds.NO_LIST if isinstance(node.elt, ast.Lambda) else kinds.LAZY
        yield scope.put(kind, node, ast.GeneratorExp(node.elt, node.generators), "loop")
    for call in scope.all(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "pop":
            first = ast.Call(call.func, [ast.Constant(0)], [])
            if not call.args:
                yield scope.put(kinds.FROM_THE_FRONT, call, first, "loop")


def agents(scope: Scope) -> Iterator[Edit]:
    """Ask for the number of agents instead of a number."""
    for state in asked_of(scope, *ASKED_OF, "isWin", "isLose"):
        count = f"{ast.unparse(state)}.{COUNT}()"
        for node, role in _numbers_of_agents(scope):
            yield scope.put(kinds.COUNTED, node, expression(count), role)
            last = expression(f"{count} - 1")
            yield scope.put(kinds.COUNTED, node, last, role, 0.1)


def _numbers_of_agents(scope: Scope) -> Iterator[tuple[ast.expr, str]]:
    """Yield numbers that an agent is compared with or counted up to, with roles."""
    for node in scope.all(ast.Constant, ast.Name):
        match scope.parents[node][0]:
            case ast.Compare() if scope.constant(node) is not None:
                yield node, "turn"
            case ast.BinOp(left, ast.Mod(), right) if right is node:
                # As `agent % 2` does.
                yield node, "" if isinstance(left, ast.Name) else "turn"


def endings(scope: Scope) -> Iterator[Edit]:
    """Add another end of the game to a test that ends a function."""
    if not isinstance(scope.root, ast.FunctionDef):
        return
    ways = list(dict.fromkeys(_ways_to_end(scope)))
    for node in body_of(scope.root):
        if isinstance(node, ast.If) and ends_early(node):
            for over in ways:
                if over not in ast.unparse(node.test):
                    either = [copied(node.test), expression(over)]
                    new = ast.BoolOp(ast.Or(), either)
                    yield scope.put(kinds.END_ADDED, node.test, new, "horizon")


def _ways_to_end(scope: Scope) -> Iterator[str]:
    """Yield the tests whether a game is over, for the states asked for moves."""
    for node in scope.all(ast.Attribute):
        match scope.parents[node][0]:
            case ast.Call(args=[first, *_]):
                about = ast.unparse(first)
            case _:
                about = ""
        for way in OVER.get(node.attr, ()):
            if about or "{1}" not in way:
                yield way.format(ast.unparse(node.value), about)
