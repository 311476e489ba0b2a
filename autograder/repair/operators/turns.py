"""Changes to whose turn it is: flags, and courses' agents and rounds; and to the order of the children."""

import ast
from collections.abc import Iterator

from autograder.repair import kinds
from autograder.repair.edits import Edit, copied
from autograder.repair.scopes import (
    Scope,
    asked_of,
    body_of,
    constant,
    ends_early,
)

COUNT = "getNumAgents"
ASKED_OF = ("getLegalActions", "generateSuccessor")
"""How the number of agents is asked for, and what is asked of one agent."""
OVER = {
    "getLegalActions": ("{0}.isWin()", "{0}.isLose()"),
    "legal_moves": ("{0}.is_game_over()",),
    "children": ("{0}.is_terminal()",),
    "successors": ("{0}.is_terminal()",),
    "actions": ("{0}.is_terminal()", "{0}.terminal_test({1})", "{0}.is_terminal({1})"),
}
"""How courses ask whether the game is over, by how they ask for the moves: of a position, or of the game about one."""


def flags(scope: Scope) -> Iterator[Edit]:
    """A flag turned: True for False, MIN for MAX."""
    for node in scope.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            if not isinstance(scope.parents[node][0], ast.While):
                yield scope.put(
                    kinds.TURN, node, ast.Constant(not node.value), "turn", -0.1
                )
        elif isinstance(node, ast.Constant) and node.value in ("MAX", "MIN"):
            yield scope.put(
                kinds.TURN,
                node,
                ast.Constant("MIN" if node.value == "MAX" else "MAX"),
                "turn",
            )


def turns(scope: Scope) -> Iterator[Edit]:
    """The state asked for what a flag should say."""
    for node in scope.all(ast.If, ast.IfExp):
        if isinstance(node.test, ast.Name):
            for state in asked_of(scope, "is_terminal"):
                turn = ast.parse(
                    f"{ast.unparse(state)}.to_move == 'MAX'", mode="eval"
                ).body
                yield scope.put(kinds.TURN_OF_STATE, node.test, turn, "turn")


def orders(scope: Scope) -> Iterator[Edit]:
    """Children taken from the front, and only when it is their turn."""
    for node in scope.all(ast.ListComp):  # a list of functions has searched nothing
        kind = kinds.NO_LIST if isinstance(node.elt, ast.Lambda) else kinds.LAZY
        yield scope.put(kind, node, ast.GeneratorExp(node.elt, node.generators), "loop")
    for call in scope.all(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "pop":
            first = ast.Call(call.func, [ast.Constant(0)], [])
            if not call.args:
                yield scope.put(kinds.FROM_THE_FRONT, call, first, "loop")


def agents(scope: Scope) -> Iterator[Edit]:
    """The number of agents asked for where a number stands, and one more or fewer; another agent."""
    for state in asked_of(scope, "getLegalActions"):
        count = f"{ast.unparse(state)}.{COUNT}()"
        for node in scope.all(ast.Constant, ast.Name):
            owner = scope.parents[node][0]
            within = isinstance(owner, ast.Compare) and constant(node) is not None
            if within or (
                isinstance(owner, ast.BinOp)
                and isinstance(owner.op, ast.Mod)
                and node is owner.right
            ):
                # As `agent % 2` does.
                asked_whose = isinstance(owner, ast.BinOp) and isinstance(
                    owner.left, ast.Name
                )
                role = "" if asked_whose else "turn"
                yield scope.put(kinds.COUNTED, node, _expression(count), role)
                yield scope.put(
                    kinds.COUNTED, node, _expression(f"{count} - 1"), role, 0.1
                )
    for asked in scope.all(ast.Call):
        is_count = isinstance(asked.func, ast.Attribute) and asked.func.attr == COUNT
        if is_count and not isinstance(scope.parents[asked][0], ast.BinOp):
            for sign in "-", "+":
                yield scope.put(
                    kinds.COUNTED,
                    asked,
                    _expression(f"{ast.unparse(asked)} {sign} 1"),
                    "turn",
                    0.1,
                )
        yield from _other_agents(scope, asked)
        if scope.own(asked):  # the depth counts rounds, and not the moves in one
            sums = [
                entry
                for entry in asked.args
                if isinstance(entry, ast.BinOp) and constant(entry.right) == 1
            ]
            for moves in sums:
                single = [
                    entry for entry in asked.args if not isinstance(entry, ast.Starred)
                ]
                for other in (
                    entry
                    for entry in single
                    if constant(entry) is None and entry is not moves
                ):
                    first = _expression(f"({ast.unparse(other)} == 0)")
                    yield scope.put(kinds.SUM_ADDED, moves.right, first, "horizon")


def _other_agents(scope: Scope, asked: ast.Call) -> Iterator[Edit]:
    for agent in _agents(scope):
        if _asks_of(asked) and isinstance(asked.args[0], ast.Constant):
            yield scope.put(kinds.AGENT, asked.args[0], _expression(agent), "turn")


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _agents(scope: Scope) -> list[str]:
    asked = [node.args[0] for node in scope.all(ast.Call) if _asks_of(node)]
    compared = [
        node.left for node in scope.all(ast.Compare) if COUNT in ast.unparse(node)
    ]
    return sorted(
        {node.id for node in [*asked, *compared] if isinstance(node, ast.Name)}
    )


def _asks_of(node: ast.Call) -> bool:
    """Whether a call asks for an agent's moves, or for what one of them leads to."""
    return (
        isinstance(node.func, ast.Attribute)
        and node.func.attr in ASKED_OF
        and bool(node.args)
    )


def endings(scope: Scope) -> Iterator[Edit]:
    """A test for the end of the depth, or for one way in which a game can end, with another way added."""
    for node in body_of(scope.root) if isinstance(scope.root, ast.FunctionDef) else ():
        if not isinstance(node, ast.If) or not ends_early(node):
            continue
        text = ast.unparse(node.test)
        for moves, ways in OVER.items():
            for over in dict.fromkeys(_asks(scope, moves, way) for way in ways):
                if over and over not in text:
                    new = ast.BoolOp(ast.Or(), [copied(node.test), _expression(over)])
                    yield scope.put(kinds.END_ADDED, node.test, new, "horizon")


def _asks(scope: Scope, moves: str, way: str) -> str:
    """The test whether the game is over, of what a scope asks for moves by that name; "" where it asks nothing so."""
    for node in scope.all(ast.Attribute):
        if node.attr == moves:
            call = scope.parents[node][0]
            about = (
                ast.unparse(call.args[0])
                if isinstance(call, ast.Call) and call.args
                else ""
            )
            if about or "{1}" not in way:
                return way.format(ast.unparse(node.value), about)
    return ""
