"""Edits that only make a program worse: the other direction of some kinds of edit.

They make mistakes in a textbook's text, and are under the kind that undoes these. None
repairs a program, so none is tried on a student's.
"""

import ast
from collections.abc import Callable, Iterator
from math import inf

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Add, Edit, Put, copied, walk
from autograder.explain.repair.mirror import Exchanged, Turned
from autograder.explain.repair.nodes import constant, fold, infinity, key_of
from autograder.explain.repair.scopes import Body, Scope, asked_of


def finite(number: float) -> Callable[[Scope], Iterator[Edit]]:
    """Return an operator that begins a value with a number instead of infinity."""

    def starts(scope: Scope) -> Iterator[Edit]:
        for assignment in scope.all(ast.Assign, ast.AnnAssign):
            value = assignment.value
            values = value.elts if isinstance(value, ast.Tuple) else [value]
            for start in values:
                if start is not None and abs(constant(start) or 0) == inf:
                    new = ast.Constant(number)
                    yield scope.put(kinds.FAR, start, new, "initial")

    return starts


def last_values(scope: Scope) -> Iterator[Edit]:
    """Yield edits that keep the last value, be it better or not.

    They take away a fold, or the condition before an update.
    """
    for node in scope.all(ast.Assign, ast.If):
        if isinstance(node, ast.Assign):
            yield from _unfolded(scope, node)
        elif scope.sort(node) == "update":
            yield scope.put(kinds.FOLD_ADDED, node, node.body[0], "update")


def _unfolded(scope: Scope, assignment: ast.Assign) -> Iterator[Edit]:
    """Yield each argument of a fold in the fold's place."""
    value = assignment.value
    if isinstance(value, ast.Call) and fold(value):
        role = "update" if scope.is_end(assignment.targets[0]) else "fold"
        for argument in value.args:
            yield scope.put(kinds.FOLD_ADDED, value, copied(argument), role)


def fresh_windows(scope: Scope) -> Iterator[Edit]:
    """Yield infinities for alpha or beta in the search of a child.

    Then they are for both at the start of a function.
    """
    yield from _fresh_ends(scope)
    if isinstance(scope.root, ast.FunctionDef) and scope.window:
        ends = ", ".join(map(ast.unparse, scope.window))
        body = Body(scope.root, "body", scope.root.body)
        line = f"{ends} = -inf, inf"
        yield scope.add(kinds.SLIPS["anew"], body, 0, line, "anew")


def _fresh_ends(scope: Scope) -> Iterator[Edit]:
    """Yield an infinity for each end of the window that a call passes."""
    for call in scope.calls():
        for argument in call.args:
            is_negated = isinstance(argument, ast.UnaryOp)
            end = argument.operand if isinstance(argument, ast.UnaryOp) else argument
            if scope.is_end(end):
                is_alpha = key_of(end) == key_of(scope.window[0])
                new = infinity(-1 if is_alpha != is_negated else 1)
                yield scope.put(kinds.ARGUMENT, argument, new, "window")


def only_below(scope: Scope) -> Iterator[Edit]:
    """Yield edits that pass on or update alpha or beta below the root only."""
    if scope.is_decision:
        return
    states = asked_of(scope, "is_terminal")
    is_below: ast.expr = ast.Name("depth", ast.Load())
    if states:
        is_below = ast.Attribute(states[0], "ply", ast.Load())
    for fresh in list(_fresh_ends(scope)):
        passed = ast.IfExp(is_below, copied(fresh.old), fresh.new)  # type: ignore[arg-type]
        yield scope.put(kinds.ARGUMENT, fresh.old, passed, "root window")
    for statement in scope.all(ast.stmt):
        if scope.sort(statement) == "update":
            new = ast.If(is_below, [statement], [])
            yield scope.put(kinds.UPDATE_ADDED, statement, new, "update")


def other_loops(scope: Scope) -> Iterator[Edit]:
    """Yield other ways to go through the children.

    They are from the last to the first; left in the first turn; all searched before any
    value is looked at.
    """
    for loop in filter(scope.searches, scope.all(ast.For)):
        step_back = ast.Slice(step=ast.UnaryOp(ast.USub(), ast.Constant(1)))
        backwards = ast.Subscript(loop.iter, step_back, ast.Load())
        yield scope.put(kinds.IN_ORDER, loop.iter, backwards, "loop")
        leaving = Add(loop, "body", copied(_result(scope, loop)))
        yield scope.edit(kinds.OUT_BEHIND, loop, leaving, role="result")
        first = loop.body[0]
        if not isinstance(first, ast.Assign) or not scope.searches(first):
            continue
        if not scope.is_decision:
            children = ast.comprehension(loop.target, loop.iter, [], 0)
            values = ast.ListComp(first.value, [children])
            over_values = ast.For(first.targets[0], values, loop.body[1:], [])
            yield scope.put(kinds.LAZY, loop, over_values, "loop")


def exchanged(scope: Scope) -> Iterator[Edit]:
    """Yield each loop, with the statements around it, as for the other player.

    Its calls and their arguments stay.
    """
    for loop in filter(scope.searches, scope.all(ast.For)):
        if _is_of_both_players(scope, loop):
            continue
        statements = [*_start_of(scope, loop), *loop.body, _result(scope, loop)]
        puts: list[Put] = []
        for statement in statements:
            owner, field, list_index = scope.parents[statement]
            puts.append(Put(owner, field, _turned(scope, statement), list_index))
        yield scope.edit(kinds.AS_THE_OTHER, loop, *puts, role="fold")


def _is_of_both_players(scope: Scope, loop: ast.For) -> bool:
    """Return whether a loop negates the result of a call, as negamax does."""
    for node in walk(loop):
        if isinstance(node, ast.UnaryOp) and scope.own(node.operand):
            return True
    return False


def _start_of(scope: Scope, loop: ast.For) -> list[ast.stmt]:
    """Return the assignment right before a loop, if it begins the best value there."""
    siblings = scope.siblings(loop)
    before = siblings[: siblings.index(loop)][-1:]
    if scope.is_decision:
        return []
    return [node for node in before if isinstance(node, (ast.Assign, ast.AnnAssign))]


def _result(scope: Scope, loop: ast.For) -> ast.stmt:
    """Return the statement that gives the result after a loop."""
    following = scope.following(loop)
    assert isinstance(scope.root, ast.FunctionDef)
    return following if isinstance(following, ast.Return) else scope.root.body[-1]


def _turned(scope: Scope, statement: ast.stmt) -> ast.stmt:
    """Return a copy of a statement as for the other player; calls keep arguments."""
    new = copied(statement)
    calls = [
        (node, node.args)
        for node in walk(new)
        if isinstance(node, ast.Call) and scope.own(node)
    ]
    for call, _ in calls:
        call.args = []
    other_ends = scope.window[::-1]
    ends = dict(zip(map(key_of, scope.window), other_ends, strict=True))
    turned: ast.stmt = Turned(scope.constant).visit(Exchanged(ends).visit(new))
    for call, arguments in calls:
        call.args = arguments
    return turned
