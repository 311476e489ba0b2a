"""Changes to whole lines: what is returned, lines taken away, moved, and added."""

import ast
from collections.abc import Iterator, Sequence

from autograder.repair import kinds
from autograder.repair.edits import Add, Change, Edit, Take, copied, walk
from autograder.repair.kinds import Kind
from autograder.repair.operators.meanings import of_dropped
from autograder.repair.scopes import (
    FOLDS,
    LOOPS,
    ORDERS,
    PLACES,
    Body,
    Scope,
    asked_of,
    body_of,
    ends_early,
)

KEPT = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Pass, ast.Break)
WORST = {"max": "-1e309", "min": "1e309"}
"""What each player's best value begins with, as text: `rewriting` writes it as students do."""


def returns(scope: Scope) -> Iterator[Edit]:
    """A call's value that was thrown away, or a number, returned."""
    for node in scope.all(ast.Expr):
        if isinstance(node.value, ast.Call) and scope.parents[node][2] is not None:
            yield scope.put(kinds.RETURNED, node, ast.Return(node.value), "result")
    if isinstance(scope.root, ast.FunctionDef) and not isinstance(
        scope.root.body[-1], ast.Return
    ):
        body = Body(scope.root, "body", body_of(scope.root))
        is_loop = isinstance(scope.root.body[-1], (ast.For, ast.While))
        kind = kinds.RETURN_BEHIND_LOOP if is_loop else kinds.RETURN_AT_END
        for number in scope.numbers.values():
            result = ast.Return(copied(number))
            yield scope.add(kind, body, len(body.statements), result, "result", 0.3)


def jumps(scope: Scope) -> Iterator[Edit]:
    """break, continue and return for one another, and a loop left where the function was."""
    for node in scope.all(ast.Break, ast.Continue, ast.Pass):
        owner, _, place = scope.parents[node]
        if place is None or not scope.loop(node):
            continue
        news: list[ast.stmt] = [
            jump() for jump in (ast.Break, ast.Continue) if not isinstance(node, jump)
        ]
        for new in [
            *news,
            *(ast.Return(copied(number)) for number in scope.numbers.values()),
        ]:
            if (
                isinstance(new, ast.Break)
                and isinstance(owner, ast.If)
                and len(body_of(owner)) == 1
            ):
                edit = scope.put(
                    kinds.BREAK,
                    node,
                    new,
                    "test" if _tests_an_end(scope, owner.test) else "",
                    -0.6,
                )
                yield edit._replace(new=ast.If(owner.test, [new], []))
            else:
                yield scope.put(kinds.OTHER_JUMP, node, new)


def _tests_an_end(scope: Scope, test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and any(
        scope.is_end(side) for side in (test.left, *test.comparators)
    )


def deletions(scope: Scope) -> Iterator[Edit]:
    """A statement less."""
    for node in _statements(scope, KEPT):
        owner, name, _ = scope.parents[node]
        kind, role, _ = of_dropped(scope, node)
        yield scope.edit(kind, node, Take(owner, name, node), role=role)


def _statements(scope: Scope, but: tuple[type[ast.AST], ...]) -> Iterator[ast.stmt]:
    for node in scope.all(ast.stmt):
        if (
            node is not scope.root
            and scope.parents[node][2] is not None
            and not isinstance(node, but)
        ):
            yield node


def moves(scope: Scope) -> Iterator[Edit]:
    """Neighbours exchanged, and a statement moved out of a loop or a condition."""
    for node in _statements(scope, (ast.FunctionDef, ast.ClassDef)):
        owner, (body, place) = scope.parents[node][0], scope.body_of(node)
        yield from _moved_down(scope, node, body.statements[place + 1 : place + 4])
        if isinstance(owner, (*LOOPS, ast.If)) and owner is not scope.root:
            yield from _moved_out(scope, node, owner)


def _moved_down(
    scope: Scope, node: ast.stmt, following: Sequence[ast.stmt]
) -> Iterator[Edit]:
    owner, name, _ = scope.parents[node]
    for steps in range(1, min(len(following), 3) + 1):
        after = following[steps] if steps < len(following) else None
        if isinstance(
            following[steps - 1],
            (ast.FunctionDef, ast.ClassDef, ast.Return, ast.Break, ast.Continue),
        ):
            return  # behind what leaves it would never run
        # Either of the two may have been the one that stood wrong: it is told of the one that does more.
        changes: list[Change] = [Take(owner, name, node), Add(owner, name, node, after)]
        if after is None and steps == 3:
            return
        if steps == 1 and not (
            isinstance(node, ast.Return) and scope.sort(following[0]) == "statement"
        ):
            changes = [
                Take(owner, name, following[0]),
                Add(owner, name, following[0], node),
            ]
        role = (
            "test"
            if "test" in map(scope.sort, (node, following[0]))
            else scope.sort(node)
        )
        yield scope.edit(kinds.MOVED_DOWN, node, *changes, role=role, more=steps / 10)


def _moved_out(
    scope: Scope, node: ast.stmt, owner: ast.For | ast.While | ast.If
) -> Iterator[Edit]:
    _, name, _ = scope.parents[node]
    outer, outer_name, outer_place = scope.parents[owner]
    if outer_place is None:
        return
    sort = scope.sort(node)
    # One over the children goes on by an order of numbers.
    if isinstance(owner, ast.While):
        compared = [each for each in walk(owner.test) if isinstance(each, ast.Compare)]
        sort = sort if any(isinstance(each.ops[0], ORDERS) for each in compared) else ""
    taken = Take(owner, name, node)
    behind = Add(outer, outer_name, node, scope.following(owner))
    more = 0 if isinstance(node, ast.Return) else 0.3
    yield scope.edit(kinds.OUT_BEHIND, node, taken, behind, role=sort, more=more)
    yield scope.edit(
        kinds.OUT_BEFORE, node, taken, Add(outer, outer_name, node, owner), role=sort
    )
    if (
        isinstance(node, ast.Return)
        and isinstance(owner, ast.If)
        and isinstance(outer, LOOPS)
    ):
        around, field, place = scope.parents[outer]
        if place is not None:  # a return in a condition moved behind the loop around it
            behind = Add(around, field, node, scope.following(outer))
            yield scope.edit(
                kinds.OUT_BEHIND, node, taken, behind, role="result", more=0.05
            )


def insertions(scope: Scope) -> Iterator[Edit]:
    """A line more in a loop: the update of a bound, or the test that ends it."""
    if isinstance(scope.root, ast.FunctionDef) and scope.window:
        # Where none shows that it searches children, each may.
        every = list(scope.all(*LOOPS))
        for loop in [loop for loop in every if scope.searches(loop)] or every:
            for body in _bodies(loop):
                has_test = any(ends_early(node) for node in walk(loop))
                for kind, more, new in _new_lines(scope):
                    more += 0.4 if has_test and kind is kinds.TEST_ADDED else 0
                    yield from _inserted(scope, body, kind, new, more)


def _bodies(loop: ast.For | ast.While) -> Iterator[Body]:
    """The bodies within one turn of a loop: its own, and those of a choice between players."""
    yield Body(loop, "body", body_of(loop))
    for node in body_of(loop):
        if isinstance(node, ast.If) and not ends_early(node):
            yield Body(node, "body", node.body)
            if node.orelse and not isinstance(node.orelse[0], ast.If):
                yield Body(node, "orelse", node.orelse)


def _inserted(
    scope: Scope, body: Body, kind: Kind, new: ast.stmt, more: float
) -> Iterator[Edit]:
    role = (
        "update"
        if kind is kinds.UPDATE_ADDED
        else "test"
        if kind is kinds.TEST_ADDED
        else "fold"
    )
    leaves = [
        isinstance(entry, (ast.Return, ast.Break, ast.Continue))
        for entry in body.statements
    ]
    searched = [scope.searches(entry) for entry in body.statements]
    first = searched.index(True) if role == "test" and True in searched else 0
    places = range(
        first + 1, (leaves.index(True) if True in leaves else len(leaves)) + 1
    )
    # Where it does the same, it stands behind the test.
    for place in reversed(places) if role == "update" else places:
        yield scope.add(kind, body, place, new, role, more)


def _new_lines(scope: Scope) -> Iterator[tuple[Kind, float, ast.stmt]]:
    """What may be missing in a loop, with what it costs beyond its kind."""
    alpha, beta = map(ast.unparse, scope.window)
    others = {
        name: ast.unparse(number)
        for name, number in scope.numbers.items()
        if not scope.is_end(number)
    }
    filled = [
        ast.unparse(value)
        for value in asked_of(scope, "append")
        if isinstance(value, PLACES)
    ]
    lists = [f"{name}({value})" for name in FOLDS for value in filled]
    lines: list[tuple[Kind, float, str]] = []
    for number in [*others.values(), *lists]:
        for end, name, order in ((alpha, "max", "<"), (beta, "min", ">")):
            lines.append((kinds.UPDATE_ADDED, 0, f"{end} = {name}({end}, {number})"))
            for more, sign in ((0, f"{order}="), (0.1, order)):
                test = f"if {number} {sign} {end}: "
                lines += [(kinds.TEST_ADDED, more, test + "break")]
                lines += [(kinds.TEST_ADDED, more + 0.05, f"{test}return {number}")]
    for order in ">=", ">":
        window = f"if {alpha} {order} {beta}: "
        lines += [(kinds.TEST_ADDED, 0.05, window + "break")]
        lines += [
            (kinds.TEST_ADDED, 0.1, f"{window}return {end}") for end in (alpha, beta)
        ]
    for kind, more, text in lines:
        yield kind, more, ast.parse(text).body[0]
