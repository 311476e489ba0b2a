"""Changes to a search that counts agents and rounds, and to the test whether the game is over, in courses' words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from autograder.mistakes.edits import Add, Edit
from autograder.mistakes.scopes import Scope, at_line_of, body_of, constant, ends_early

COUNT = "getNumAgents"
ASKED_OF = ("getLegalActions", "generateSuccessor")
DEPTHS = ("dep", "round", "pl")
"""How the number of agents is asked for, what is asked of one agent, and words in the names of depths."""
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
    yield from _other_agents(scope)
    for node in scope.nodes:
        owner = scope.parents[node][0]
        asked = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == COUNT
        if asked and not isinstance(owner, ast.BinOp):
            for shift, sign in ((1, ast.Sub()), (1, ast.Add())):
                new = ast.BinOp(deepcopy(node), sign, ast.Constant(shift))  # type: ignore[arg-type]
                yield scope.put("agents", "one more or fewer", 1.5, node, new, "turn")


def _other_agents(scope: Scope) -> Iterator[Edit]:
    """The agent whose turn it is where a number stands or, where the search goes on, the one after it."""
    for agent in _agents(scope):
        name = ast.Name(agent, ast.Load())
        following = ast.BinOp(name, ast.Add(), ast.Constant(1))
        for node in scope.nodes:
            if not isinstance(node, ast.Call):
                continue
            if _asks_of(node) and isinstance(node.args[0], ast.Constant):
                yield scope.put("agents", "another", 1.5, node.args[0], deepcopy(name), "turn")
            for argument in node.args if scope.own(node) else ():
                if isinstance(argument, ast.Constant) or ast.unparse(argument) == agent:
                    yield scope.put("agents", "the next", 1.6, argument, deepcopy(following), "turn")


def _agents(scope: Scope) -> list[str]:
    """What a scope calls the agent whose turn it is."""
    asked = [node.args[0] for node in scope.nodes if isinstance(node, ast.Call) and _asks_of(node)]
    compared = [node.left for node in scope.nodes if isinstance(node, ast.Compare) and COUNT in ast.unparse(node)]
    return sorted({node.id for node in [*asked, *compared] if isinstance(node, ast.Name)})


def _asks_of(node: ast.Call) -> bool:
    """Whether a call asks for an agent's moves, or for what one of them leads to."""
    return isinstance(node.func, ast.Attribute) and node.func.attr in ASKED_OF and bool(node.args)


def rounds(scope: Scope) -> Iterator[Edit]:
    """The next round begun after the last agent, at the start of a function."""
    if not isinstance(scope.root, ast.FunctionDef):
        return
    arguments = [entry.arg for entry in scope.root.args.args]
    body = body_of(scope.root)
    for state in _positions(scope, "getLegalActions"):
        for agent in sorted(set(_agents(scope)) & set(arguments)):
            for depth in (name for name in arguments if _is_depth(name)):
                for sign in "+", "-":
                    last = f"{agent} == {ast.unparse(_count(state))}"
                    text = f"if {last}:\n    {agent}, {depth} = 0, {depth} {sign} 1"
                    new = at_line_of(ast.parse(text).body[0], body[0])
                    add = Add(scope.root, "body", new, body[0])
                    yield scope.edit("more", "round", 2.4, body[0], add, role="turn", new=new)


def depths(scope: Scope) -> Iterator[Edit]:
    """A depth that is one more or less where it is set, or that is counted where the first agent's turn comes."""
    arguments = [node.arg for node in scope.nodes if isinstance(node, ast.arg) and _is_depth(node.arg)]
    for node in (node for node in scope.nodes if isinstance(node, ast.Assign)):
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        for value in values:
            if isinstance(value, ast.Name) and _is_depth(value.id):
                for sign in ast.Add(), ast.Sub():
                    new = ast.BinOp(deepcopy(value), sign, ast.Constant(1))
                    yield scope.put("arithmetic", "added", 1.7, value, new, "horizon")
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in _agents(scope) and constant(node.value) == 0:
            for depth in arguments:
                for sign_text in "+", "-":
                    counted = ast.parse(f"{target.id}, {depth} = 0, {depth} {sign_text} 1").body[0]
                    yield scope.put("agents", "round counted", 1.8, node, counted, "turn")


def _is_depth(name: str) -> bool:
    return any(word in name.lower() for word in DEPTHS)


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
