"""Changes to searches that return a value together with the move that leads to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from autograder.mistakes.edits import Add, Edit, Put
from autograder.mistakes.scopes import Scope, at_line_of, body_of, constant, fold

PARTS = (0, 1)


def pairs_returned(scope: Scope) -> Iterator[Edit]:
    """A pair returned where only a value is, and one with its parts exchanged."""
    if not _returns_pairs(scope):
        return
    for node in scope.nodes:
        value = node.value if isinstance(node, ast.Return) else None
        if isinstance(value, ast.Tuple) and len(value.elts) == len(PARTS):
            new = ast.Tuple([deepcopy(entry) for entry in reversed(value.elts)], ast.Load())
            yield scope.put("pair", "exchanged", 1.5, value, new, "result")
        elif value is not None and not scope.own(value):
            with_no_move = ast.Tuple([deepcopy(value), ast.Constant(None)], ast.Load())
            yield scope.put("pair", "made", 1.4, value, with_no_move, "result")


def parts_of_pairs(scope: Scope) -> Iterator[Edit]:
    """The other part of a pair, the value of one that is compared whole, and names that take its parts exchanged."""
    for node in scope.nodes:
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            part = constant(node.slice)
            if part in PARTS:
                yield scope.put("pair", "other part", 1.5, node.slice, ast.Constant(int(1 - part)), "value")
    if not _returns_pairs(scope):
        return
    yield from _pairs_begun(scope)
    held = _held(scope)
    for node in scope.nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and scope.own(node.value):
            names = node.targets[0].elts
            if len(names) == len(PARTS):
                new = ast.Tuple([deepcopy(entry) for entry in reversed(names)], ast.Store())
                yield scope.put("pair", "taken apart", 1.5, node.targets[0], new, "value")
        elif isinstance(node, ast.expr) and _is_taken_whole(scope, node, held):
            value = ast.Subscript(deepcopy(node), ast.Constant(0), ast.Load())
            yield scope.put("pair", "its value", 1.5, node, value, "value")


def _pairs_begun(scope: Scope) -> Iterator[Edit]:
    """No move to begin with beside the value to begin with, where two names are set to one number."""
    for node in scope.nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and constant(node.value) is not None:
            new = ast.Tuple([deepcopy(node.value), ast.Constant(None)], ast.Load())
            yield scope.put("pair", "made", 1.5, node.value, new, "initial")


def _is_taken_whole(scope: Scope, node: ast.expr, held: set[str]) -> bool:
    """Whether a call of a function of the student's, or a name that holds what one returned, is used as a value."""
    owner = scope.parents[node][0]
    if isinstance(node, ast.Name):
        return node.id in held and (isinstance(owner, ast.Compare) or bool(fold(owner)))
    if isinstance(owner, ast.Assign) and isinstance(owner.targets[0], ast.Tuple):
        return False
    return bool(scope.own(node)) and not isinstance(owner, (ast.Subscript, ast.Return, ast.Expr))


def keys(scope: Scope) -> Iterator[Edit]:
    """The best of some pairs by their values alone: the first of equals, whatever its move is called."""
    for node in scope.nodes:
        if not isinstance(node, ast.Call) or not (fold(node) or _sorts(node)):
            continue
        if any(keyword.arg == "key" for keyword in node.keywords):
            rest = [keyword for keyword in node.keywords if keyword.arg != "key"]
            yield scope.edit("pair", "by all parts", 2.0, node, Put(node, "keywords", rest), role="fold")
        elif _returns_pairs(scope) or not any(scope.is_number(argument) for argument in node.args):
            by_value = ast.keyword("key", ast.parse("lambda pair: pair[0]", mode="eval").body)
            ast.fix_missing_locations(ast.copy_location(by_value, node))
            put = Put(node, "keywords", [*node.keywords, by_value])
            yield scope.edit("pair", "by value", 1.6, node, put, role="fold", new=by_value.value)


def _sorts(node: ast.Call) -> bool:
    return (isinstance(node.func, ast.Name) and node.func.id == "sorted") or (
        isinstance(node.func, ast.Attribute) and node.func.attr == "sort"
    )


def bests(scope: Scope) -> Iterator[Edit]:
    """The better value kept with its move, in a loop that keeps neither."""
    values, moves = _begun(scope)
    for loop in (node for node in scope.nodes if isinstance(node, ast.For)):
        targets = [node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)]
        body = body_of(loop)
        for best, move in ((best, move) for best in values for move in moves):
            for found in sorted(_returned(scope) - {best}):
                for target in targets[:2]:
                    for order in ">", "<":
                        text = f"if {found} {order} {best} or {move} is None:\n    {best}, {move} = {found}, {target}"
                        yield from _inserted(scope, loop, body, ast.parse(text).body[0])


def _inserted(scope: Scope, loop: ast.For, body: list[ast.stmt], new: ast.stmt) -> Iterator[Edit]:
    for place, last in enumerate(body, 1):
        copy = at_line_of(new, last)
        before = body[place] if place < len(body) else None
        yield scope.more("best", 2.5, last, Add(loop, "body", copy, before), "best")


def keeps_a_move(scope: Scope, statement: ast.stmt) -> bool:
    """Whether a statement is the condition under which the move that a loop is at is kept."""
    if not isinstance(statement, ast.If):
        return False
    loops = [node.target for node in scope.nodes if isinstance(node, ast.For)]
    moves = {name.id for target in loops for name in ast.walk(target) if isinstance(name, ast.Name)}
    values = [value for node in statement.body if isinstance(node, ast.Assign) for _, value in _assigned(node)]
    return any(isinstance(value, ast.Name) and value.id in moves for value in values)


def _assigned(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """What is set to what, also where several are side by side."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=False))
    return [(target, value)]


def _begun(scope: Scope) -> tuple[list[str], list[str]]:
    """The names that a scope sets to an infinity, and those that it sets to None."""
    values: dict[str, None] = {}
    moves: dict[str, None] = {}
    for node in scope.nodes:
        for target, value in _assigned(node) if isinstance(node, ast.Assign) else ():
            if isinstance(target, ast.Name) and constant(value) is not None:
                values[target.id] = None
            elif isinstance(target, ast.Name) and isinstance(value, ast.Constant) and value.value is None:
                moves[target.id] = None
    return list(values), list(moves)


def _returned(scope: Scope) -> set[str]:
    """The names of numbers, and those that take what a function of the student's own returned."""
    targets = [node.targets[0] for node in scope.nodes if isinstance(node, ast.Assign) and scope.own(node.value)]
    taken = [target.elts[0] if isinstance(target, ast.Tuple) else target for target in targets]
    return {place.id for place in [*scope.numbers.values(), *taken] if isinstance(place, ast.Name)}


def _held(scope: Scope) -> set[str]:
    """The names that hold what a function of the student's own returned."""
    assigned = [node for node in scope.nodes if isinstance(node, ast.Assign) and scope.own(node.value)]
    return {node.targets[0].id for node in assigned if isinstance(node.targets[0], ast.Name)}


def _returns_pairs(scope: Scope) -> bool:
    """Whether any function of the program returns a pair."""
    definitions = (definition for entries in scope.functions.values() for definition in entries)
    returns = (node.value for entry in definitions for node in ast.walk(entry) if isinstance(node, ast.Return))
    return any(isinstance(value, ast.Tuple) and len(value.elts) == len(PARTS) for value in returns)
