"""Changes to whole lines: what is returned, lines taken away, moved, and added."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import permutations
from typing import Any

from autograder.mistakes.edits import Add, Change, Edit, Put, Take
from autograder.mistakes.mirror import Exchanged, Turned
from autograder.mistakes.scopes import (
    FOLDS,
    LOOPS,
    ORDERS,
    PLACES,
    Scope,
    at_line_of,
    body_of,
    call,
    constant,
    ends_early,
    fold,
    infinity,
    key,
    stored,
)

KEPT = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Pass, ast.Break, ast.Global, ast.Nonlocal)
"""Statements that are never taken away."""


def returns(scope: Scope) -> Iterator[Edit]:
    """Another number returned, or a call's value that was thrown away."""
    numbers = scope.numbers.values()
    for node in scope.nodes:
        if isinstance(node, ast.Return):
            yield from _returned(scope, node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and scope.parents[node][2] is not None:
            owner, name, place = scope.parents[node]
            new = ast.copy_location(ast.Return(node.value), node)
            yield scope.edit("result", "missing", 1.7, node, Put(owner, name, new, place), role="result")
    if isinstance(scope.root, ast.FunctionDef) and not isinstance(scope.root.body[-1], ast.Return):
        last = scope.root.body[-1]
        for number in numbers:
            added = at_line_of(ast.Return(deepcopy(number)), last)
            yield scope.edit("result", "missing", 2.0, last, Add(scope.root, "body", added), role="result", new=added)


def _returned(scope: Scope, node: ast.Return) -> Iterator[Edit]:
    value = node.value
    if value is None or scope.is_number(value) or fold(value):
        for name, number in scope.numbers.items():
            if value is None or name != key(value):
                new = ast.copy_location(ast.Return(deepcopy(number)), node)
                put = Put(node, "value", ast.fix_missing_locations(ast.copy_location(deepcopy(number), node)))
                ends = value is not None and scope.is_end(value) and scope.is_end(number)
                what = "missing" if value is None else "other end" if ends else "another"
                yield scope.edit("result", what, 1.6, node, put, role="result", new=new)
        if isinstance(value, ast.Call) and fold(value):  # the one of its two that is not a bound
            for argument in value.args:
                yield scope.put("result", "another", 1.7, value, deepcopy(argument), "result")
    elif isinstance(value, ast.Tuple):
        for entry in value.elts:
            yield scope.put("result", "one of a pair", 1.8, value, deepcopy(entry), "result")


def jumps(scope: Scope) -> Iterator[Edit]:
    """break, continue and return for one another."""
    for node in scope.nodes:
        owner, name, place = scope.parents[node]
        if not isinstance(node, (ast.Break, ast.Continue, ast.Pass)) or place is None or not scope.is_in_loop(node):
            continue
        news: list[ast.stmt] = [kind() for kind in (ast.Break, ast.Continue) if not isinstance(node, kind)]
        news += [ast.Return(deepcopy(number)) for number in scope.numbers.values()]
        for new in news:
            ast.fix_missing_locations(ast.copy_location(new, node))
            put = Put(owner, name, new, place)
            if isinstance(new, ast.Break) and isinstance(owner, ast.If) and len(body_of(owner)) == 1:
                test = ast.If(owner.test, [new], [])
                yield scope.edit("jump", "break", 1.2, node, put, role=_role_of_test(scope, owner), new=test)
            else:
                yield scope.edit("jump", type(new).__name__.lower(), 1.8, node, put, new=new)


def _role_of_test(scope: Scope, choice: ast.If) -> str:
    """ "test" of a condition that is about a bound, "both's test" where it is MAX's as much as MIN's."""
    test = choice.test
    if not (isinstance(test, ast.Compare) and any(scope.is_end(side) for side in (test.left, *test.comparators))):
        return ""
    return "both's test" if scope.is_for_both_players(choice, scope.parents[choice][0]) else "test"


def deletions(scope: Scope) -> Iterator[Edit]:
    """A statement less, or a condition less around what it decides."""
    for node in scope.nodes:
        if not isinstance(node, ast.stmt) or node is scope.root or scope.parents[node][2] is None:
            continue
        if isinstance(node, KEPT):
            continue
        owner, name, _ = scope.parents[node]
        sort = scope.sort(node)
        yield scope.edit(
            "less", sort, {"test": 1.35, "result": 2.0}.get(sort, 2.1), node, Take(owner, name, node), role=sort
        )
        if isinstance(node, ast.If) and not node.orelse:
            out: list[Change] = [Add(owner, name, entry, node) for entry in body_of(node)]
            yield scope.edit("less", "condition", 2.2, node, *out, Take(owner, name, node), role=sort)


def moves(scope: Scope) -> Iterator[Edit]:
    """Neighbours exchanged, and a statement moved out of a loop or a condition, or into one."""
    for node in scope.nodes:
        if not isinstance(node, ast.stmt) or node is scope.root or scope.parents[node][2] is None:
            continue
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            continue
        owner, name, place = scope.parents[node]
        body = scope.siblings(node)
        following = body[place + 1 : place + 4] if place is not None else []
        yield from _moved_down(scope, node, following)
        if isinstance(owner, (*LOOPS, ast.If)) and owner is not scope.root:
            yield from _moved_out(scope, node, owner)
        if isinstance(node, LOOPS) and following:
            first = following[0]
            changes = Take(owner, name, first), Add(node, "body", first)
            yield scope.edit("moved", "into the loop's end", 1.9, first, *changes, role=scope.sort(first))


def _moved_down(scope: Scope, node: ast.stmt, following: Sequence[ast.stmt]) -> Iterator[Edit]:
    owner, name, _ = scope.parents[node]
    for steps in range(1, min(len(following), 3) + 1):
        after = following[steps] if steps < len(following) else None
        if isinstance(following[steps - 1], (ast.FunctionDef, ast.ClassDef)):
            return
        # Either of the two may have been the one that stood wrong: it is told of the one that does more.
        changes: list[Change] = [Take(owner, name, node), Add(owner, name, node, after)]
        if after is None and steps == 3:
            return
        if steps == 1 and not (isinstance(node, ast.Return) and scope.sort(following[0]) == "statement"):
            changes = [Take(owner, name, following[0]), Add(owner, name, following[0], node)]
        role = "test" if "test" in (scope.sort(node), scope.sort(following[0])) else scope.sort(node)
        yield scope.edit("moved", _how_down(scope, node, following[0]), 1.7 + steps / 10, node, *changes, role=role)
    first = following[0] if following else None
    if isinstance(first, (*LOOPS, ast.If)) and isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        changes = [Take(owner, name, node), Add(first, "body", node, body_of(first)[0])]
        yield scope.edit("moved", "into the loop", 2.1, node, *changes, role=scope.sort(node))


def _how_down(scope: Scope, node: ast.stmt, first: ast.stmt) -> str:
    """What it is to move a statement down: "test down" of a test of what is set only behind it."""
    if not (isinstance(node, ast.If) and _role_of_test(scope, node) and isinstance(first, ast.Assign)):
        return "down"
    tested = {key(entry) for entry in ast.walk(node.test) if isinstance(entry, PLACES)}
    if key(first.targets[0]) in tested:
        return "test down"
    kept = {key(entry) for entry in ast.walk(first.value) if isinstance(entry, PLACES)}
    return "value's test down" if kept & tested else "down"


def _moved_out(scope: Scope, node: ast.stmt, owner: ast.For | ast.While | ast.If) -> Iterator[Edit]:
    _, name, _ = scope.parents[node]
    outer, outer_name, outer_place = scope.parents[owner]
    if outer_place is None:
        return
    siblings = scope.siblings(owner)
    after = siblings[outer_place + 1] if outer_place + 1 < len(siblings) else None
    cost = 1.7 if isinstance(node, ast.Return) else 2.0
    sort = scope.sort(node) if not isinstance(owner, ast.While) or _compares(owner.test) else ""
    taken = Take(owner, name, node)
    yield scope.edit("moved", "out, behind", cost, node, taken, Add(outer, outer_name, node, after), role=sort)
    yield scope.edit("moved", "out, before", 2.2, node, taken, Add(outer, outer_name, node, owner), role=sort)
    if isinstance(node, ast.Return) and isinstance(owner, ast.If) and isinstance(outer, LOOPS):
        yield from _moved_behind(scope, node, taken, outer)


def _moved_behind(scope: Scope, node: ast.Return, taken: Take, loop: ast.For | ast.While) -> Iterator[Edit]:
    """A return in a condition moved behind the loop around it."""
    outer, name, place = scope.parents[loop]
    if place is not None:
        siblings = scope.siblings(loop)
        after = siblings[place + 1] if place + 1 < len(siblings) else None
        yield scope.edit("moved", "out, behind", 1.75, node, taken, Add(outer, name, node, after), role="result")


def _compares(test: ast.expr) -> bool:
    """Whether a loop goes on by an order of numbers, as one over the children does."""
    return any(isinstance(node, ast.Compare) and isinstance(node.ops[0], ORDERS) for node in ast.walk(test))


def insertions(scope: Scope) -> Iterator[Edit]:
    """A line more in a loop: the update of a bound, or the test that ends it."""
    if not isinstance(scope.root, ast.FunctionDef) or not scope.window:
        return
    for loop in (node for node in scope.nodes if isinstance(node, LOOPS)):
        for body_owner, field, body in _bodies(loop):
            for what, cost, new in _new_lines(scope):
                yield from _inserted(scope, body_owner, field, body, what, cost, new)


def _bodies(loop: ast.For | ast.While) -> Iterator[tuple[ast.AST, str, list[ast.stmt]]]:
    """The bodies within one turn of a loop: its own, and those of a choice between players."""
    yield loop, "body", body_of(loop)
    for node in body_of(loop):
        if isinstance(node, ast.If) and not ends_early(node):
            yield node, "body", node.body
            if node.orelse and not isinstance(node.orelse[0], ast.If):
                yield node, "orelse", node.orelse


def _inserted(
    scope: Scope, owner: ast.AST, field: str, body: list[ast.stmt], what: str, cost: float, new: ast.stmt
) -> Iterator[Edit]:
    jumps_off = [isinstance(entry, (ast.Return, ast.Break, ast.Continue)) for entry in body]
    places = range(1, (jumps_off.index(True) if True in jumps_off else len(body)) + 1)
    for place in reversed(places) if what == "update" else places:  # where it does the same, it stands behind the test
        last = body[place - 1]
        copy = at_line_of(new, last)
        before = body[place] if place < len(body) else None
        role = what  # an update may be a condition too
        if what == "test" and isinstance(new, ast.If) and scope.is_for_both_players(new, owner):
            role = "both's test"
        yield scope.more(what, cost, last, Add(owner, field, copy, before), role)


def _new_lines(scope: Scope) -> Iterator[tuple[str, float, ast.stmt]]:
    alpha, beta = scope.window
    others = [number for number in scope.numbers.values() if not scope.is_end(number)]
    lists = [call(name, value) for name in FOLDS for value in _lists(scope)]
    for number in [*others, *lists]:
        for end, name in ((alpha, "max"), (beta, "min")):
            yield "update", 2.3, ast.Assign([stored(end)], call(name, end, number))
        for end, operator in ((beta, ast.GtE()), (alpha, ast.LtE())):
            for place, order in enumerate((operator, ast.Gt() if isinstance(operator, ast.GtE) else ast.Lt())):
                test = ast.Compare(deepcopy(number), [order], [deepcopy(end)])
                yield "test", 2.35 + place / 10, ast.If(test, [ast.Break()], [])
                yield "test", 2.4 + place / 10, ast.If(deepcopy(test), [ast.Return(deepcopy(number))], [])
    for best, number in permutations(others, 2):
        if key(best) in _begun(scope):
            for name in FOLDS:
                yield "best", 2.4, ast.Assign([stored(best)], call(name, best, number))
    for order in (ast.GtE(), ast.Gt()):
        window = ast.Compare(deepcopy(alpha), [order], [deepcopy(beta)])
        yield "test", 2.4, ast.If(window, [ast.Break()], [])
        yield "test", 2.45, ast.If(deepcopy(window), [ast.Return(deepcopy(alpha))], [])
        yield "test", 2.45, ast.If(deepcopy(window), [ast.Return(deepcopy(beta))], [])


def _begun(scope: Scope) -> set[str]:
    """What a scope sets to a constant."""
    assigned = [node for node in scope.nodes if isinstance(node, ast.Assign)]
    return {key(target) for node in assigned if constant(node.value) is not None for target in node.targets}


def _lists(scope: Scope) -> list[ast.expr]:
    """The lists of values that a scope adds to."""
    appended = [
        node.func.value
        for node in scope.nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append"
    ]
    return list({ast.dump(value): value for value in appended if isinstance(value, PLACES)}.values())


def breaks(scope: Scope) -> Iterator[Edit]:
    """A loop left where the function was."""
    for node in scope.nodes:
        if isinstance(node, ast.If) and ends_early(node) and scope.is_in_loop(node):
            returned = next((entry for entry in node.body if isinstance(entry, ast.Return)), None)
            if returned is not None:
                put = Put(node, "body", [ast.copy_location(ast.Break(), returned)])
                yield scope.edit("jump", "break", 2.0, node, put, role="test")


def mirrored(found: Sequence[Scope]) -> Iterator[Edit]:
    """Lines of the part for one player, added to that for the other as their mirror image, or as they are."""
    sources = [
        (scope, node)
        for scope in found
        for node in scope.nodes
        if isinstance(node, (ast.If, ast.Assign)) and _may_be_copied(scope, node)
    ]
    for scope in found:
        if not isinstance(scope.root, ast.FunctionDef):
            continue
        loops = [node for node in scope.nodes if isinstance(node, LOOPS)]
        for source, node in sources:
            for what, copy in _copies(source, node, scope):
                for loop in loops:
                    if node in loop.body:
                        continue
                    for owner, field, body in _bodies(loop):
                        yield from _inserted(scope, owner, field, body, source.sort(node), 2.2 + what, copy)
                if scope is not source and not source.is_in_loop(node):
                    yield from _at_the_start(scope, copy, source.sort(node))


def _may_be_copied(scope: Scope, node: ast.stmt) -> bool:
    if not isinstance(scope.root, ast.FunctionDef):
        return False
    sort = scope.sort(node)
    return (sort in ("test", "update") or (sort == "assignment" and scope.is_in_loop(node))) and not any(
        isinstance(entry, LOOPS) for entry in ast.walk(node)
    )


def _copies(source: Scope, node: ast.stmt, scope: Scope) -> Iterator[tuple[float, Any]]:
    """A line in the names of another scope: turned, so that it is for the other player, and as it is."""
    if len(source.window) != len(scope.window):
        return
    names = {key(end): other for end, other in zip(source.window, scope.window, strict=True)}
    exchanged = {key(end): other for end, other in zip(source.window, scope.window[::-1], strict=True)}
    yield 0.0, Turned().visit(Exchanged(exchanged).visit(deepcopy(node)))
    if scope is not source:
        yield 0.1, Exchanged(names).visit(deepcopy(node))


def _at_the_start(scope: Scope, new: ast.stmt, role: str) -> Iterator[Edit]:
    assert isinstance(scope.root, ast.FunctionDef)
    first = next((entry for entry in body_of(scope.root) if not _is_docstring(entry)), None)
    if first is not None and role == "test":
        copy = at_line_of(new, first)
        yield scope.edit(
            "more", "at the start", 2.3, first, Add(scope.root, "body", copy, first), role="horizon", new=copy
        )


def beginnings(scope: Scope) -> Iterator[Edit]:
    """What a function lacks at its start: the test for a leaf, or a value to begin with."""
    if not isinstance(scope.root, ast.FunctionDef):
        return
    first = next((entry for entry in body_of(scope.root) if not _is_docstring(entry)), None)
    if first is None:
        return
    for name in _unset(scope):
        for before in [first, *(node for node in scope.nodes if isinstance(node, LOOPS))]:
            for value in (infinity(-1), infinity(1)):
                new = at_line_of(ast.Assign([ast.Name(name, ast.Store())], value), first)
                if scope.parents[before][2] is not None:
                    owner, field, _ = scope.parents[before]
                    add = Add(owner, field, new, before)
                    yield scope.edit("more", "initial", 1.8, before, add, role="initial", new=new)
    depths = [entry.arg for entry in scope.root.args.args if entry.arg.lower() in ("depth", "plies", "ply", "d")]
    for state in _asked_for_moves(scope):
        name = ast.unparse(state)
        over = f"{name}.is_terminal()"
        for test, asked in [(over, "utility"), *((f"{depth} <= 0 or {over}", "evaluate") for depth in depths)]:
            new = at_line_of(ast.parse(f"if {test}:\n    return {name}.{asked}()").body[0], first)
            add = Add(scope.root, "body", new, first)
            yield scope.edit("more", "leaf", 2.0, first, add, role="horizon", new=new)


def _unset(scope: Scope) -> list[str]:
    """Names that a function reads and that may be set nowhere, or only where they are folded into themselves."""
    names = [node for node in scope.nodes if isinstance(node, ast.Name) and not hasattr(builtins, node.id)]
    arguments = {node.arg for node in scope.nodes if isinstance(node, ast.arg)}
    begun = {
        target.id
        for node in scope.nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
        if not any(isinstance(entry, ast.Name) and entry.id == target.id for entry in ast.walk(node.value))
    }
    numbers = {number.id for number in scope.numbers.values() if isinstance(number, ast.Name)}
    return sorted({node.id for node in names if node.id in numbers} - arguments - begun)


def _asked_for_moves(scope: Scope) -> list[ast.expr]:
    """The state that a function asks for its moves, where it never asks whether the game is over."""
    asked = [node for node in scope.nodes if isinstance(node, ast.Attribute)]
    if any(node.attr == "is_terminal" for node in asked):
        return []
    moves = [node.value for node in asked if node.attr in ("actions", "children", "successors")]
    return list({ast.dump(value): value for value in moves}.values())


def states(scope: Scope) -> Iterator[Edit]:
    """What a file or a class keeps between searches begun anew, or not asked for."""
    if not isinstance(scope.root, ast.FunctionDef):
        return
    for node in scope.nodes:
        if isinstance(node, ast.Global):
            for name in node.names:
                for start in (infinity(-1), infinity(1), ast.Constant(0)):
                    new = at_line_of(ast.Assign([ast.Name(name, ast.Store())], start), node)
                    owner, where, place = scope.parents[node]
                    body = scope.siblings(node)
                    after = body[place + 1] if place is not None and place + 1 < len(body) else None
                    add = Add(owner, where, new, after)
                    yield scope.edit("state", "begun anew", 2.0, node, add, role="state", new=new)
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            asked = ast.Constant(isinstance(node.ops[0], ast.NotIn))
            yield scope.put("state", "not remembered", 1.8, node, asked, "state")


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
