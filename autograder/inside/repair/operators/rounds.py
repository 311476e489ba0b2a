"""Changes to a search that counts agents and rounds, and to the test whether the game is over, in courses' words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from autograder.inside.repair.edits import Add, Edit
from autograder.inside.repair.scopes import Scope, at_line_of, body_of, constant, ends_early

COUNT = "getNumAgents"
OVER = {
    "getLegalActions": ("{0}.isWin()", "{0}.isLose()"),
    "legal_moves": ("{0}.is_game_over()",),
    "children": ("{0}.is_terminal()",),
    "successors": ("{0}.is_terminal()",),
    "actions": ("{0}.is_terminal()", "{0}.terminal_test({1})", "{0}.is_terminal({1})"),
}
"""How courses ask whether the game is over, by how they ask for the moves: of a position, or of the game about one."""


def agents(scope: Scope) -> Iterator[Edit]:
    """The number of agents asked for where a number stands, and one more or fewer."""
    for state in _positions(scope, "getLegalActions"):
        for node in scope.nodes:
            owner = scope.parents[node][0]
            within = isinstance(owner, ast.Compare) or (isinstance(owner, ast.BinOp) and isinstance(owner.op, ast.Mod))
            if within and isinstance(node, ast.Constant) and constant(node) is not None:
                yield scope.put("agents", "counted", 1.4, node, _count(state), "turn")
                yield scope.put("agents", "counted", 1.5, node, _count(state, -1), "turn")
    for node in scope.nodes:
        owner = scope.parents[node][0]
        asked = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == COUNT
        if asked and not isinstance(owner, ast.BinOp):
            for shift, sign in ((1, ast.Sub()), (1, ast.Add())):
                new = ast.BinOp(deepcopy(node), sign, ast.Constant(shift))  # type: ignore[arg-type]
                yield scope.put("agents", "one more or fewer", 1.5, node, new, "turn")


def rounds(scope: Scope) -> Iterator[Edit]:
    """The next round begun after the last agent, at the start of a function."""
    if not isinstance(scope.root, ast.FunctionDef):
        return
    arguments = [entry.arg for entry in scope.root.args.args]
    body = body_of(scope.root)
    for state in _positions(scope, "getLegalActions"):
        asked = [node for node in scope.nodes if isinstance(node, ast.Call) and node.args]
        moves = [node for node in asked if isinstance(node.func, ast.Attribute) and node.func.attr == "getLegalActions"]
        for agent in sorted({ast.unparse(node.args[0]) for node in moves} & set(arguments)):
            for depth in (name for name in arguments if any(word in name.lower() for word in ("dep", "round", "pl"))):
                for sign in "+", "-":
                    last = f"{agent} == {ast.unparse(_count(state))}"
                    text = f"if {last}:\n    {agent}, {depth} = 0, {depth} {sign} 1"
                    new = at_line_of(ast.parse(text).body[0], body[0])
                    add = Add(scope.root, "body", new, body[0])
                    yield scope.edit("more", "round", 2.4, body[0], add, role="turn", new=new)


def endings(scope: Scope) -> Iterator[Edit]:
    """A test for the end of the depth, or for one way in which a game can end, with another way added."""
    if not isinstance(scope.root, ast.FunctionDef):
        return
    for node in body_of(scope.root):
        if not isinstance(node, ast.If) or not ends_early(node):
            continue
        text = ast.unparse(node.test)
        for moves, ways in OVER.items():
            for over in dict.fromkeys(_asks(scope, moves, way) for way in ways):
                if over and over not in text:
                    test: ast.expr = ast.parse(over, mode="eval").body
                    new = ast.BoolOp(ast.Or(), [deepcopy(node.test), test])
                    yield scope.put("condition", "over", 1.8, node.test, new, "horizon")


def _asks(scope: Scope, moves: str, way: str) -> str:
    """The test whether the game is over, of what a scope asks for moves by that name; "" where it asks nothing so."""
    for node in scope.nodes:
        if isinstance(node, ast.Attribute) and node.attr == moves:
            call = scope.parents[node][0]
            about = ast.unparse(call.args[0]) if isinstance(call, ast.Call) and call.args else ""
            if about or "{1}" not in way:
                return way.format(ast.unparse(node.value), about)
    return ""


def _positions(scope: Scope, moves: str) -> list[ast.expr]:
    """What a scope asks for its moves by that name."""
    asked = [node.value for node in scope.nodes if isinstance(node, ast.Attribute) and node.attr == moves]
    return list({ast.dump(value): value for value in asked}.values())


def _count(state: ast.expr, shift: int = 0) -> ast.expr:
    """The number of agents, as a position says it."""
    count = ast.Call(ast.Attribute(deepcopy(state), COUNT, ast.Load()), [], [])
    return ast.BinOp(count, ast.Sub(), ast.Constant(-shift)) if shift else count
