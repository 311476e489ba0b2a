"""Slips about cutoffs: lines never reached, a loop without an end."""

import ast
from collections.abc import Iterator, Sequence

from autograder.explain.repair.edits import (
    Add,
    Alteration,
    Edit,
    Put,
    Take,
    copied,
    walk,
)
from autograder.explain.repair.kinds import SLIPS
from autograder.explain.repair.nodes import (
    CALLED,
    JUMPS,
    ORDERS,
    body_of,
    constant,
    ends_early,
    fold,
    leaves_at_once,
    nodes_of,
)
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.slips.shapes import (
    functions_called,
    leads_back,
    update_word,
)

STEPS = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.If)
LEAVING = (*JUMPS, ast.Raise, ast.Yield, ast.YieldFrom, ast.Try)
"""Statements that may end a loop before its last turn, or that of its caller."""


def unreached(scope: Scope, _root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield a line that is never reached, moved before the line that leaves.

    Then, if both are under a condition, moved out to the end of the body around it.
    """
    for jump in scope.nodes:
        if not isinstance(jump, JUMPS):
            continue
        line = scope.following(jump)
        if not isinstance(line, STEPS):
            continue
        owner, field, _ = scope.parents[jump]
        additions = [Add(owner, field, line, jump)]
        if isinstance(owner, ast.If):
            outer, outer_field, _ = scope.parents[owner]
            additions.append(Add(outer, outer_field, line))
        role = f"{jump.lineno}{update_word(scope, line)}"
        for add in additions:
            take = Take(owner, field, line)
            edit = scope.edit(SLIPS["unreached"], jump, take, add, role=role)
            yield edit._replace(line=line.lineno)


def windows_begun_anew(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield alpha and beta as parameters, if each call begins with infinities."""
    ends = [ast.unparse(end) for end in scope.window]
    lines = _lines_that_begin(ends, root)
    calls: list[ast.Call] = []
    for call in scope.calls():
        callee, *_ = scope.functions[scope.own(call)]
        if len(_lines_that_begin(ends, callee)) == 2:
            calls.append(call)
    if len(lines) != 2 or not calls:
        return
    with_ends = copied(root.args)
    with_ends.args = [*with_ends.args, *map(ast.arg, ends)]
    infinities = [copied(line.value) for line in lines]
    with_ends.defaults = [*with_ends.defaults, *infinities]
    alterations: list[Alteration] = [Put(root, "args", with_ends)]
    alterations += [Take(root, "body", line) for line in lines]
    passed = [ast.keyword(end, ast.Name(end, ast.Load())) for end in ends]
    for call in calls:
        alterations.append(Put(call, "keywords", [*call.keywords, *passed]))
    yield scope.edit(SLIPS["anew"], lines[0], *alterations, role=" ".join(ends))


def _lines_that_begin(
    ends: Sequence[str], function: ast.FunctionDef
) -> list[ast.Assign]:
    """Return the lines of a function that begin alpha and beta with infinities.

    ends: the names of both.
    """
    lines: dict[str, ast.Assign] = {}
    for line in function.body:
        if isinstance(line, ast.Assign):
            value = constant(line.value)
            if value is not None and abs(value) >= CALLED["maxint"]:
                lines[ast.unparse(line.targets[0])] = line
    return [lines[end] for end in ends if end in lines]


def no_way_out(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield a slip for a loop that searches every child and cannot end.

    It is not at the root. The slip stands at the test that should end it, if there is
    one. If another function prunes, the loop only reads the tree, and is no search.
    """
    for node in scope.all(ast.For, ast.ListComp, ast.GeneratorExp):
        if not leads_back(scope, root, node):
            continue
        called = list(functions_called(scope, node))
        if any(_tests_window_first(scope, function) for function in called):
            continue
        if scope.prunes_elsewhere(called):
            yield from _read_through(scope, node)
        elif isinstance(node, ast.For):
            yield from _endless_loop(scope, node)
        elif _takes_all(scope, node):
            yield scope.edit(SLIPS["all at once"], node)


def _read_through(scope: Scope, node: ast.AST) -> Iterator[Edit]:
    """Yield the slip of what goes through all children, and is no search of them."""
    if isinstance(node, ast.For):
        takes_all = _has_no_way_out(scope, node)
    else:
        takes_all = _takes_all(scope, node)
    if takes_all:
        yield scope.edit(SLIPS["read through"], node)


def _takes_all(scope: Scope, node: ast.AST) -> bool:
    """Return whether a comprehension is worked out to its last element."""
    owner, _, _ = scope.parents[node]
    if isinstance(node, ast.ListComp) or fold(owner):
        return True
    return ast.unparse(owner).startswith("list(")


def _has_no_way_out(scope: Scope, loop: ast.For) -> bool:
    """Return whether a loop searches in each turn, and nothing in it can end it."""
    has_way_out = any(isinstance(node, LEAVING) for node in walk(loop))
    return not has_way_out and any(map(scope.searches, loop.body))


def _endless_loop(scope: Scope, loop: ast.For) -> Iterator[Edit]:
    """Yield the slip of a loop that searches in each turn, and has no way out."""
    if not _has_no_way_out(scope, loop):
        return
    tests_inside = [test for test in nodes_of(ast.If, loop) if _tests_end(scope, test)]
    following = scope.following(loop)
    if tests_inside:
        kind, line = SLIPS["ends nothing"], tests_inside[0].lineno
    elif following is not None and _tests_end(scope, following):
        kind, line = SLIPS["after all"], following.lineno
    else:
        lines = [line for line in body_of(loop) if _may_come_before_end(scope, line)]
        kind, line = SLIPS["no way out"], lines[-1].lineno
    yield scope.edit(kind, loop)._replace(line=line)


def _may_come_before_end(scope: Scope, line: ast.stmt) -> bool:
    """Return whether a test that ends the loop may follow a line of it."""
    return scope.sort(line) != "update" or scope.searches(line)


def _tests_end(scope: Scope, node: ast.AST) -> bool:
    """Return whether a condition compares alpha or beta, and does not move it then."""
    if not isinstance(node, ast.If):
        return False
    stored_nodes = [inner for inner in walk(node) if _is_stored(inner)]
    moved = {ast.unparse(target) for target in stored_nodes}
    for sides in _ordered(node.test):
        for side in sides:
            if scope.is_end(side) and ast.unparse(side) not in moved:
                return True
    return False


def _is_stored(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


def _tests_window_first(scope: Scope, function: ast.FunctionDef) -> bool:
    """Return whether a function may leave by a comparison before it searches.

    A function with an empty window does; a depth compared with a number is no window.
    """
    for line in body_of(function):
        if not leaves_at_once(line) and scope.searches(line):
            return False
        if not isinstance(line, ast.If) or not ends_early(line):
            continue
        for sides in _ordered(line.test):
            if all(_may_be_end(scope, side) for side in sides):
                return True
    return False


def _may_be_end(scope: Scope, side: ast.expr) -> bool:
    return scope.constant(side) is None and not scope.is_depth(side)


def _ordered(test: ast.expr) -> Iterator[list[ast.expr]]:
    """Yield the sides of each comparison by size in a condition."""
    for comparison in nodes_of(ast.Compare, test):
        if isinstance(comparison.ops[0], ORDERS):
            yield [comparison.left, *comparison.comparators]
