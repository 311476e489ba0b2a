"""Compares pairs of a value and its move by the value, and takes moves back."""

import ast
from collections.abc import Iterator, Sequence
from typing import TypeGuard, cast

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Add, Edit, Put, copied, walk
from autograder.explain.repair.nodes import (
    DISPLAYS,
    FOLDS,
    as_added,
    body_of,
    expression,
    fold,
    names_in,
    nodes_of,
    passed,
)
from autograder.explain.repair.scopes import Body, Scope

UNDONE = {
    "push": ("pop",),
    "make_move": ("undo_move", "unmake_move", "undo"),
    "make": ("unmake", "undo"),
    "do": ("undo",),
    "play": ("undo",),
    "apply": ("undo", "revert"),
}
"""The methods of boards that make a move, with those that take it back."""


def by_values(scope: Scope) -> Iterator[Edit]:
    """Take the best of pairs by their values alone: the first of equals."""
    pairs = _pairs(scope)
    calls = list(scope.all(ast.Call))
    compared = [node for node in calls if _compares_pairs(scope, node)]
    for node in (*filter(_takes_the_best, calls), *compared):
        arguments = [
            pairs.get(ast.unparse(argument), argument) for argument in node.args
        ]
        known = [pair for pair in arguments if _is_pair(pair)]
        has_numbers = any(map(scope.is_number, node.args))
        if has_numbers and not known and not scope.returns_pairs():
            continue
        index = index_of_value(scope, known[0]) if known else 0
        by_value = expression(f"lambda pair: pair[{index}]")
        keywords = [*node.keywords, ast.keyword("key", by_value)]
        put = Put(node, "keywords", keywords)
        yield scope.edit(kinds.BY_VALUE, node, put, role="fold", new=by_value)
        turned = _turned(node, known)
        if turned:
            new = ast.Call(copied(node.func), turned, keywords)
            yield scope.put(kinds.BY_VALUE, node, new, "fold")


def _turned(node: ast.Call, known: Sequence[ast.expr]) -> list[ast.expr]:
    """Return the arguments of a call so that another one of equals is taken; or [].

    Of two it is the one that is kept; of a list that is sorted, and of which the last
    is taken, the first.
    """
    match node:
        case ast.Call(ast.Name("sorted"), [listed]) if known:
            return [expression(f"reversed({ast.unparse(listed)})")]
        case ast.Call(_, [first, second]) if first in known:
            return [copied(second), copied(first)]
    return []


def _compares_pairs(scope: Scope, node: ast.Call) -> bool:
    """Return whether a call of a function that is no own one gets pairs alone.

    An example is `better((best, move), (value, action))`, if `better` is a parameter.
    """
    is_own = bool(scope.own(node)) or bool(node.keywords)
    return len(node.args) > 1 and not is_own and all(map(_is_pair, node.args))


def _takes_the_best(node: ast.Call) -> bool:
    """Return whether a call takes the greatest, or sorts, and has no key to do so."""
    if any(word.arg == "key" for word in node.keywords):
        return False
    match node.func:
        case ast.IfExp(body=ast.Name(name)):
            return name in FOLDS
        case ast.Name("sorted") | ast.Attribute(attr="sort"):
            return True
    return bool(fold(node))


def _pairs(scope: Scope) -> dict[str, ast.expr]:
    """Return the pairs that names and lists hold, by their names."""
    pairs = dict(_written_pairs(scope))
    for node in scope.all(ast.Call):
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "append"), [ast.Name(pair)]):
                if pair in pairs:
                    pairs.setdefault(name, pairs[pair])
    return pairs


def _written_pairs(scope: Scope) -> Iterator[tuple[str, ast.expr]]:
    """Yield the pairs that are set to names or put into lists, by the names."""
    for node in scope.all(ast.Assign, ast.Call):
        match node:
            case ast.Assign([ast.Name(name)], ast.ListComp(pair)) | ast.Call(
                ast.Attribute(ast.Name(name), "append"), [pair]
            ):
                yield from ((name, pair),) if _is_pair(pair) else ()
            case ast.Assign([ast.Name(name)], value):
                folded = vars(value)["args"] if fold(value) else []
                for pair in (value, *folded):
                    yield from ((name, pair),) if _is_pair(pair) else ()


def _is_pair(node: ast.expr) -> TypeGuard[ast.Tuple | ast.List]:
    """Return whether elements are written side by side, as none are in a new list."""
    return isinstance(node, DISPLAYS) and bool(node.elts)


def keeps_a_move(scope: Scope, statement: ast.stmt) -> bool:
    """Return whether a statement keeps the move that a loop is at on a condition."""
    if not isinstance(statement, ast.If):
        return False
    moves = names_in(*(loop.target for loop in scope.all(ast.For)))
    values = [
        value
        for node in statement.body
        if isinstance(node, ast.Assign)
        for _, value in assigned(node)
    ]
    return any(isinstance(value, ast.Name) and value.id in moves for value in values)


def assigned(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """Return the pairs of variable and value in an assignment, also side by side."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=False))
    return [(target, value)]


def only_value(scope: Scope, argument: ast.expr) -> ast.expr:
    """Return the value of a name that one line alone sets, else the argument."""
    lines = [
        line.value
        for line in scope.all(ast.Assign)
        if ast.unparse(line.targets[0]) == ast.unparse(argument)
    ]
    return lines[0] if len(lines) == 1 else argument


def index_of_value(scope: Scope, pair: ast.Tuple | ast.List) -> int:
    """Return the index of the first element that is a number, or searched."""
    is_value = [
        scope.is_number(element)
        or any(map(scope.own, walk(only_value(scope, element))))
        for element in pair.elts
    ]
    return is_value.index(True) if True in is_value else 0


def moves_taken_back(scope: Scope) -> Iterator[Edit]:
    """Take a move back that was not, after one of the lines behind it."""
    for node in scope.all(ast.For, ast.While, ast.If):
        for field in ("body", "orelse") if node.orelse else ("body",):
            body = Body(node, field, body_of(node, field))
            for next_index, line in _taken_back(body):
                # The last one is before the loop or the function is left.
                for behind in range(next_index, len(body.statements) + 1):
                    yield scope.add(kinds.TAKEN_BACK, body, behind, line, "move")


def _taken_back(body: Body) -> Iterator[tuple[int, str]]:
    """Yield lines, as text, that take the moves of a body back, with the next index."""
    calls = [method_called(statement) for statement in body.statements]
    for next_index, (board, made) in enumerate(calls, 1):
        for back in UNDONE.get(made, ()):
            if (board, back) not in calls:
                yield next_index, f"{board}.{back}()"


def method_called(statement: ast.stmt) -> tuple[str, str]:
    """Return the board and the method of a statement that only calls a method."""
    value = statement.value if isinstance(statement, (ast.Expr, ast.Assign)) else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return ast.unparse(value.func.value), value.func.attr
    return "", ""


def moves_on_copies(scope: Scope) -> Iterator[Edit]:
    """Make each move of a loop on a copy of the position that was before the loop.

    That takes it back whatever the methods of the course's board are called.
    """
    for loop in scope.all(ast.For):
        owner, field, _ = scope.parents[loop]
        for statement, board in _moves_made(scope, loop):
            before = f"{board}_before"
            lines = (
                (owner, field, "from copy import deepcopy", loop),
                (owner, field, f"{before} = deepcopy({board})", loop),
                (loop, "body", f"{board} = deepcopy({before})", body_of(loop)[0]),
            )
            adds = [
                Add(around, name, as_added(ast.parse(text).body[0]), following)
                for around, name, text, following in lines
            ]
            yield scope.edit(
                kinds.ON_A_COPY, statement, *adds, role="move", surcharge=0.3
            )


def _moves_made(scope: Scope, loop: ast.For) -> Iterator[tuple[ast.stmt, str]]:
    """Yield the first statement of a loop that changes each board that is searched."""
    searches = filter(scope.leads_to_search, walk(loop))
    passed_on = {
        argument.id
        for search in searches
        for argument in passed(cast(ast.Call, search))
        if isinstance(argument, ast.Name) and not scope.is_number(argument)
    }
    set_there = {
        node.id for node in nodes_of(ast.Name, loop) if isinstance(node.ctx, ast.Store)
    }
    for board in sorted(passed_on - set_there):
        for statement in nodes_of(ast.Expr, *loop.body):
            match statement.value:
                case ast.Call(ast.Attribute(ast.Name(name))) if name == board:
                    yield statement, board
                    break
