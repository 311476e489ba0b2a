"""The other direction of some kinds of change: what these mend. They make mistakes in a textbook, and mend nothing."""

import ast
from collections.abc import Callable, Iterator
from math import inf

from autograder.repair import kinds
from autograder.repair.edits import Add, Edit, Put, copied, walk
from autograder.repair.mirror import Exchanged, Turned
from autograder.repair.scopes import (
    Body,
    Scope,
    asked_of,
    constant,
    fold,
    infinity,
    key,
)


def finite(number: float) -> Callable[[Scope], Iterator[Edit]]:
    """A number where the best value or a window starts with an infinity."""

    def starts(scope: Scope) -> Iterator[Edit]:
        for node in scope.all(ast.Assign, ast.AnnAssign):
            for value in (
                node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            ):
                if value is not None and abs(constant(value) or 0) == inf:
                    yield scope.put(kinds.FAR, value, ast.Constant(number), "initial")

    return starts


def last_values(scope: Scope) -> Iterator[Edit]:
    """The last value kept, be it better or not: no fold, and no condition before an update."""
    for node in scope.all(ast.Assign, ast.If):
        if isinstance(node, ast.If) and scope.sort(node) == "update":
            yield scope.put(kinds.FOLD_ADDED, node, node.body[0], "update")
        elif (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and fold(node.value)
        ):
            role = "update" if scope.is_end(node.targets[0]) else "fold"
            for value in node.value.args:
                yield scope.put(kinds.FOLD_ADDED, node.value, copied(value), role)


def fresh_windows(scope: Scope) -> Iterator[Edit]:
    """An infinity for alpha or beta where a child is searched, or where a function begins."""
    for call in scope.calls():
        for node in call.args:
            end = node.operand if isinstance(node, ast.UnaryOp) else node
            if scope.is_end(end):
                is_low = (key(end) == key(scope.window[0])) == (end is node)
                yield scope.put(
                    kinds.ARGUMENT, node, infinity(-1 if is_low else 1), "window"
                )
    if isinstance(scope.root, ast.FunctionDef) and scope.window:
        anew = f"{', '.join(map(ast.unparse, scope.window))} = -inf, inf"
        yield scope.add(
            kinds.SLIPS["anew"],
            Body(scope.root, "body", scope.root.body),
            0,
            anew,
            "anew",
        )


def only_below(scope: Scope) -> Iterator[Edit]:
    """Alpha or beta passed on, or updated, below the root only."""
    states = asked_of(scope, "is_terminal")
    ply = (
        ast.Attribute(states[0], "ply", ast.Load())
        if states
        else ast.Name("depth", ast.Load())
    )
    if not scope.is_decision:
        for fresh in [each for each in fresh_windows(scope) if each.role == "window"]:
            passed = ast.IfExp(ply, copied(fresh.old), fresh.new)  # type: ignore[arg-type]
            yield scope.put(kinds.ARGUMENT, fresh.old, passed, "root window")
        for node in (
            entry for entry in scope.all(ast.stmt) if scope.sort(entry) == "update"
        ):
            yield scope.put(kinds.UPDATE_ADDED, node, ast.If(ply, [node], []), "update")


def other_loops(scope: Scope) -> Iterator[Edit]:
    """Children from the last to the first, all before any is looked at, and a loop that is left in its first turn."""
    for loop in filter(scope.searches, scope.all(ast.For)):
        back = ast.Slice(step=ast.UnaryOp(ast.USub(), ast.Constant(1)))
        yield scope.put(
            kinds.IN_ORDER,
            loop.iter,
            ast.Subscript(loop.iter, back, ast.Load()),
            "loop",
        )
        yield scope.edit(
            kinds.OUT_BEHIND,
            loop,
            Add(loop, "body", copied(_result(scope, loop))),
            role="result",
        )
        first = loop.body[0]
        if (
            isinstance(first, ast.Assign)
            and scope.searches(first)
            and not scope.is_decision
        ):
            every = ast.ListComp(
                first.value, [ast.comprehension(loop.target, loop.iter, [], 0)]
            )
            yield scope.put(
                kinds.LAZY,
                loop,
                ast.For(first.targets[0], every, loop.body[1:], []),
                "loop",
            )


def exchanged(scope: Scope) -> Iterator[Edit]:
    """A loop with what stands around it as for the other player; whom it calls, and with what, stays."""
    for loop in filter(scope.searches, scope.all(ast.For)):
        if any(
            isinstance(node, ast.UnaryOp) and scope.own(node.operand)
            for node in walk(loop)
        ):
            continue  # it is both players'
        before = scope.siblings(loop)[: scope.siblings(loop).index(loop)][-1:]
        starts = [
            node
            for node in before
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and not scope.is_decision
        ]
        statements = [*starts, *loop.body, _result(scope, loop)]
        owners = ((node, *scope.parents[node]) for node in statements)
        puts = (
            Put(owner, field, _turned(scope, node), place)
            for node, owner, field, place in owners
        )
        yield scope.edit(kinds.AS_THE_OTHER, loop, *puts, role="fold")


def _result(scope: Scope, loop: ast.For) -> ast.stmt:
    """What is returned after a loop."""
    following = scope.following(loop)
    assert isinstance(scope.root, ast.FunctionDef)
    return following if isinstance(following, ast.Return) else scope.root.body[-1]


def _turned(scope: Scope, statement: ast.stmt) -> ast.stmt:
    new = copied(statement)
    calls = [
        (node, node.args)
        for node in walk(new)
        if isinstance(node, ast.Call) and scope.own(node)
    ]
    for node, _ in calls:
        node.args = []
    ends = dict(zip(map(key, scope.window), scope.window[::-1], strict=True))
    turned: ast.stmt = Turned(all_of_it=True).visit(Exchanged(ends).visit(new))
    for node, given in calls:
        node.args = given
    return turned
