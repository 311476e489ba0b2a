"""Returns something else, and takes away, moves and adds whole lines."""

import ast
from collections.abc import Iterator, Sequence
from itertools import product

from autograder.core.limits import MOST_BESIDE_A_BLOCK
from autograder.explain.repair import kinds
from autograder.explain.repair.edits import (
    Add,
    Alteration,
    Edit,
    Put,
    Take,
    copied,
    walk,
)
from autograder.explain.repair.kinds import Kind
from autograder.explain.repair.nodes import (
    FOLDS,
    JUMPS,
    LOOPS,
    ORDERS,
    VARIABLES,
    body_of,
    ends_early,
    key_of,
)
from autograder.explain.repair.operators.meanings import of_dropped
from autograder.explain.repair.scopes import Body, Scope, asked_of

KEPT = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Pass)
IDLE = -1
"""The surcharge of indenting a line: where it stands, nobody would write it."""
WORST = {"max": "-1e309", "min": "1e309"}
"""The first best value of each player; `rewriting` writes it as students do."""


def returns(scope: Scope) -> Iterator[Edit]:
    """Return a call's value that was thrown away, or a number."""
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
    """Leave a loop or a function, or go on, instead of another jump."""
    for node in scope.all(ast.Break, ast.Continue, ast.Pass):
        if scope.parents[node][2] is None or not scope.loop(node):
            continue
        others: list[ast.stmt] = [
            ast.Return(number) for number in scope.numbers.values()
        ]
        if not isinstance(node, ast.Continue) and not _ends_a_turn(scope, node):
            others.insert(0, ast.Continue())
        for new in others:
            yield _jump(scope, node, copied(new))
        if not isinstance(node, ast.Break):
            yield _break(scope, node)
        else:
            yield from _under_a_test(scope, node)
    yield from _returns_in_loops(scope)


LEADS = {
    ast.Break: "behind the loop",
    ast.Continue: "next child",
    ast.Return: "out",
}
"""The role of a jump: where it leads."""
OUT_WITH_A_BOUND = "out, bound"
"""The role of a `return` of alpha or beta, and not of the best value so far."""
OUT_WITH_ANOTHER = "out, other"
"""The role of a `return` of another value than the function returns elsewhere."""


def _jump(scope: Scope, node: ast.stmt, new: ast.stmt) -> Edit:
    role = LEADS[type(new)]
    match new:
        case ast.Return(ast.expr() as value) if scope.is_end(value):
            role = OUT_WITH_A_BOUND
        case ast.Return(ast.expr() as value) if not _is_returned(scope, value):
            role = OUT_WITH_ANOTHER
    return scope.put(kinds.OTHER_JUMP, node, new, role)


def _is_returned(scope: Scope, value: ast.expr) -> bool:
    """Return whether a function returns a variable somewhere."""
    returned = [result.value for result in scope.all(ast.Return)]
    return key_of(value) in [key_of(other) for other in returned if other is not None]


def _returns_in_loops(scope: Scope) -> Iterator[Edit]:
    """Leave only the loop, or only its turn, instead of the function."""
    for result in scope.all(ast.Return):
        if scope.loop(result) and scope.parents[result][2] is not None:
            yield _jump(scope, result, ast.Break())
            if not _ends_a_turn(scope, result):
                yield _jump(scope, result, ast.Continue())


def _under_a_test(scope: Scope, node: ast.Break) -> Iterator[Edit]:
    """Leave a loop only if the window is closed, if other lines leave it as well."""
    owner = scope.parents[node][0]
    if not scope.window or (isinstance(owner, ast.If) and len(body_of(owner)) < 2):
        return
    for _, surcharge, test in _new_lines(scope):
        if isinstance(test, ast.If) and isinstance(test.body[0], ast.Break):
            yield scope.put(kinds.JUMP_TESTED, node, test, "test", surcharge)


def _ends_a_turn(scope: Scope, statement: ast.stmt) -> bool:
    """Return whether nothing follows in the loop, so that `continue` changes nothing.

    It would only be a roundabout way to remove a `break`.
    """
    loop = scope.loop(statement)
    inner: ast.AST = statement
    while inner is not loop:
        if isinstance(inner, ast.stmt) and scope.following(inner):
            return False
        inner = scope.parents[inner][0]
    return True


def _break(scope: Scope, node: ast.stmt) -> Edit:
    owner = scope.parents[node][0]
    if not isinstance(owner, ast.If) or len(body_of(owner)) > 1:
        return _jump(scope, node, ast.Break())
    role = "test" if _tests_an_end(scope, owner.test) else ""
    edit = scope.put(kinds.BREAK, node, ast.Break(), role, -0.2)
    return edit._replace(new=ast.If(owner.test, [ast.Break()], []))


def _tests_an_end(scope: Scope, test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and any(
        scope.is_end(side) for side in (test.left, *test.comparators)
    )


def deletions(scope: Scope) -> Iterator[Edit]:
    """Take a statement away."""
    for node in _statements(scope, KEPT):
        owner, name, _ = scope.parents[node]
        if _is_all_of_a_test(node, owner, name):
            continue  # the test goes as a whole
        kind, role, _ = of_dropped(scope, node)
        edit = scope.edit(kind, node, Take(owner, name, node), role=role)
        has_block = hasattr(node, "body") and node.end_lineno != node.lineno
        if has_block:
            edit = edit._replace(block=node.lineno)
        elif body_of(owner, name) == [node]:
            edit = edit._replace(block=getattr(owner, "lineno", 0))
        yield edit


def _is_all_of_a_test(node: ast.stmt, owner: ast.AST, field: str) -> bool:
    """Return whether a `break` is all that a condition leads to."""
    is_in_test = isinstance(owner, ast.If) and field == "body"
    return is_in_test and isinstance(node, ast.Break) and len(body_of(owner)) == 1


def _statements(scope: Scope, but: tuple[type[ast.AST], ...]) -> Iterator[ast.stmt]:
    for node in scope.all(ast.stmt):
        if (
            node is not scope.root
            and scope.parents[node][2] is not None
            and not isinstance(node, but)
        ):
            yield node


def moves(scope: Scope) -> Iterator[Edit]:
    """Exchange neighbours, and move a statement out of a loop or a condition."""
    for node in _statements(scope, (ast.FunctionDef, ast.ClassDef)):
        owner, (body, index) = scope.parents[node][0], scope.body_of(node)
        following = body.statements[index + 1 :]
        yield from _moved_down(scope, node, following[:3])
        yield from _moved_to_end(scope, node, following)
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
            (ast.FunctionDef, ast.ClassDef, *JUMPS),
        ):
            return  # behind a line that leaves the block it would never run
        # Either of the two may stand wrong: it is told of the one that does more.
        alterations: list[Alteration] = [
            Take(owner, name, node),
            Add(owner, name, node, after),
        ]
        if after is None and steps == 3:
            return
        if steps == 1 and not (
            isinstance(node, ast.Return) and scope.sort(following[0]) == "statement"
        ):
            alterations = [
                Take(owner, name, following[0]),
                Add(owner, name, following[0], node),
            ]
        role = (
            "test"
            if "test" in map(scope.sort, (node, following[0]))
            else scope.sort(node)
        )
        yield scope.edit(
            kinds.MOVED_DOWN, node, *alterations, role=role, surcharge=steps / 10
        )


def _moved_to_end(
    scope: Scope, node: ast.stmt, following: Sequence[ast.stmt]
) -> Iterator[Edit]:
    """Test whether to leave a loop at the end of its turn, however many lines follow.

    Fewer lines are passed by `_moved_down`, which does not know the line it moves.
    """
    owner, name, _ = scope.parents[node]
    if len(following) < 3 or not isinstance(owner, LOOPS):
        return
    is_reached = not any(isinstance(line, JUMPS) for line in following)
    if is_reached and scope.sort(node) == "test":
        moved = Take(owner, name, node), Add(owner, name, node, None)
        yield scope.edit(kinds.MOVED_DOWN, node, *moved, role="test", surcharge=0.2)


def _moved_out(
    scope: Scope, node: ast.stmt, owner: ast.For | ast.While | ast.If
) -> Iterator[Edit]:
    _, name, _ = scope.parents[node]
    outer, outer_name, outer_index = scope.parents[owner]
    if outer_index is None:
        return
    sort = scope.sort(node)
    # One over the children goes on by an order of numbers.
    if isinstance(owner, ast.While):
        compared = [
            comparison
            for comparison in walk(owner.test)
            if isinstance(comparison, ast.Compare)
        ]
        sort = (
            sort
            if any(isinstance(comparison.ops[0], ORDERS) for comparison in compared)
            else ""
        )
    taken = Take(owner, name, node)
    behind = Add(outer, outer_name, node, scope.following(owner))
    if _is_elif(node, owner):
        yield scope.edit(kinds.NO_ELIF, node, taken, behind, role=sort)
        return
    surcharge = 0 if isinstance(node, ast.Return) else 0.3
    yield scope.edit(
        kinds.OUT_BEHIND, node, taken, behind, role=sort, surcharge=surcharge
    )
    yield scope.edit(
        kinds.OUT_BEFORE, node, taken, Add(outer, outer_name, node, owner), role=sort
    )
    if (
        isinstance(node, ast.Return)
        and isinstance(owner, ast.If)
        and isinstance(outer, LOOPS)
    ):
        around, field, index = scope.parents[outer]
        if index is not None:  # a return in a condition moved behind the loop around it
            behind = Add(around, field, node, scope.following(outer))
            yield scope.edit(
                kinds.OUT_BEHIND, node, taken, behind, role="result", surcharge=0.05
            )


def _is_elif(node: ast.stmt, owner: ast.stmt) -> bool:
    """Return whether a condition is an `elif` of another; an `else` indents it."""
    is_other = isinstance(owner, ast.If) and node in owner.orelse
    return is_other and isinstance(node, ast.If) and node.col_offset == owner.col_offset


def moves_in(scope: Scope) -> Iterator[Edit]:
    """Move a statement beside a block into it: one behind it, or one before a loop."""
    for block in _statements(scope, KEPT):
        if isinstance(block, (*LOOPS, ast.If)):
            body, index = scope.body_of(block)
            yield from _indented(scope, block, body.statements[index + 1 :])
            if isinstance(block, LOOPS):
                yield from _repeated(scope, block, body.statements[:index])


def _indented(
    scope: Scope, block: ast.For | ast.While | ast.If, following: Sequence[ast.stmt]
) -> Iterator[Edit]:
    """Indent a statement behind a block, as its last one or under its `else`."""
    owner, field, _ = scope.parents[block]
    for statement in following[:MOST_BESIDE_A_BLOCK]:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef, *LOOPS)):
            return  # that ends what may belong to the block
        role = scope.sort(statement)
        taken = Take(owner, field, statement)
        if _may_end(block, statement):
            last = Add(block, "body", statement)
            yield scope.edit(
                kinds.INTO, statement, taken, last, role=role, surcharge=IDLE
            )
        if isinstance(block, ast.If) and not block.orelse:
            other = Put(block, "orelse", [statement])
            yield scope.edit(kinds.ELSE, statement, taken, other, role=role)


def _repeated(
    scope: Scope, loop: ast.For | ast.While, preceding: Sequence[ast.stmt]
) -> Iterator[Edit]:
    """Move an assignment before a loop into it, so that each turn works it out."""
    owner, field, _ = scope.parents[loop]
    for statement in preceding[-MOST_BESIDE_A_BLOCK:]:
        if isinstance(statement, ast.Assign):
            taken = Take(owner, field, statement)
            first = Add(loop, "body", statement, body_of(loop)[0])
            yield scope.edit(
                kinds.REPEATED, statement, taken, first, role=scope.sort(statement)
            )


def _may_end(block: ast.For | ast.While | ast.If, statement: ast.stmt) -> bool:
    """Return whether a statement may be the last of a block.

    It is reached there, and it is none that would end a loop in its first turn.
    """
    leaves = isinstance(body_of(block)[-1], JUMPS)
    ends_loop = isinstance(block, LOOPS) and isinstance(statement, JUMPS)
    return not leaves and not ends_loop


def insertions(scope: Scope) -> Iterator[Edit]:
    """Add a line to a loop: the update of a bound, or the test that ends it."""
    if not isinstance(scope.root, ast.FunctionDef) or not scope.window:
        return
    lines = list(_new_lines(scope))
    every = list(scope.all(*LOOPS))
    # If none shows that it searches children, each may.
    for loop in list(filter(scope.searches, every)) or every:
        has_test = any(ends_early(node) for node in walk(loop))
        for body, (kind, surcharge, new) in product(_bodies(loop), lines):
            if has_test and kind is kinds.TEST_ADDED:
                surcharge += 0.4
            yield from _inserted(scope, body, kind, new, surcharge)


def _bodies(loop: ast.For | ast.While) -> Iterator[Body]:
    """Yield the bodies within a turn of a loop: its own, those of a choice in it."""
    yield Body(loop, "body", body_of(loop))
    for node in body_of(loop):
        if isinstance(node, ast.If) and not ends_early(node):
            yield Body(node, "body", node.body)
            if node.orelse and not isinstance(node.orelse[0], ast.If):
                yield Body(node, "orelse", node.orelse)


def _inserted(
    scope: Scope, body: Body, kind: Kind, new: ast.stmt, surcharge: float
) -> Iterator[Edit]:
    role = "update" if kind is kinds.UPDATE_ADDED else "test"
    searched = [scope.searches(statement) for statement in body.statements]
    first = searched.index(True) if role == "test" and True in searched else 0
    indices = [index for index in range(_index_of_exit(body) + 1) if index > first]
    # If it does the same, it stands behind the test.
    for index in reversed(indices) if role == "update" else indices:
        yield scope.add(kind, body, index, new, role, surcharge)


def _index_of_exit(body: Body) -> int:
    """Return the index of the first statement that leaves a body, else its end."""
    leaves = [isinstance(statement, JUMPS) for statement in body.statements]
    return [*leaves, True].index(True)


def _new_lines(scope: Scope) -> Iterator[tuple[Kind, float, ast.stmt]]:
    """Yield lines that a loop may lack, with their costs beyond the kind."""
    for kind, surcharge, text in (*_lines_of_values(scope), *_lines_of_windows(scope)):
        yield kind, surcharge, ast.parse(text).body[0]


def _lines_of_values(scope: Scope) -> Iterator[tuple[Kind, float, str]]:
    """Yield updates by each value, and tests of it, as text."""
    alpha, beta = map(ast.unparse, scope.window)
    values = [
        ast.unparse(number)
        for number in scope.numbers.values()
        if not scope.is_end(number)
    ]
    filled = [node for node in asked_of(scope, "append") if isinstance(node, VARIABLES)]
    lists = product(FOLDS, map(ast.unparse, filled))
    values += [f"{name}({listed})" for name, listed in lists]
    ends = ((alpha, "max", "<"), (beta, "min", ">"))
    for value, (end, name, order) in product(values, ends):
        yield kinds.UPDATE_ADDED, 0, f"{end} = {name}({end}, {value})"
        for surcharge, sign in ((0, f"{order}="), (0.1, order)):
            test = f"if {value} {sign} {end}: "
            yield kinds.TEST_ADDED, surcharge, f"{test}break"
            yield kinds.TEST_ADDED, surcharge + 0.05, f"{test}return {value}"


def _lines_of_windows(scope: Scope) -> Iterator[tuple[Kind, float, str]]:
    """Yield tests whether a window is closed, as text."""
    alpha, beta = map(ast.unparse, scope.window)
    for order in ">=", ">":
        test = f"if {alpha} {order} {beta}: "
        yield kinds.TEST_ADDED, 0.05, f"{test}break"
        for end in (alpha, beta):
            yield kinds.TEST_ADDED, 0.1, f"{test}return {end}"
