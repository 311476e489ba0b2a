"""Finds the edits that make a program right and leave its mistake in place.

Nobody is told the line of such an edit: the mistake is elsewhere.
"""

import ast
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import chain
from math import inf
from typing import NamedTuple, TypeGuard

from autograder.explain.repair.edits import Add, Alteration, Edit, Put, copied, walk
from autograder.explain.repair.nodes import (
    FAR,
    FOLDS,
    LOOPS,
    constant,
    fold,
    key_of,
    named,
    names_in,
    nodes_of,
)
from autograder.explain.repair.operators.meanings import OF_BOUNDS
from autograder.explain.repair.ran import Line

Trees = Mapping[str, ast.Module]


class _Finite(ast.NodeTransformer):
    """Puts a number in the place of each infinity."""

    def __init__(self, number: float) -> None:
        self._number = number

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        if node.value == inf:
            return ast.copy_location(ast.Constant(self._number), node)
        return node


def put_infinity(edits: tuple[Edit, ...]) -> bool:
    """Return whether edits put an infinity somewhere."""
    alterations = chain.from_iterable(edit.alterations for edit in edits)
    return any(map(_puts_infinity, alterations))


def with_finite_numbers(edits: tuple[Edit, ...], number: float) -> tuple[Edit, ...]:
    """Return edits that put a number where these put an infinity."""
    return tuple(
        edit._replace(
            alterations=tuple(
                _with_finite_number(alteration, number)
                for alteration in edit.alterations
            )
        )
        for edit in edits
    )


def _with_finite_number(alteration: Alteration, number: float) -> Alteration:
    if _puts_infinity(alteration):
        return alteration._replace(new=_Finite(number).visit(copied(alteration.new)))
    return alteration


def _puts_infinity(alteration: Alteration) -> TypeGuard[Put]:
    """Return whether the new code of an alteration has an infinity as a constant."""
    if not isinstance(alteration, Put) or not isinstance(alteration.new, ast.AST):
        return False
    constants = nodes_of(ast.Constant, alteration.new)
    return any(node.value == inf for node in constants)


class Runs(NamedTuple):
    """The lines that run in searches: in those that failed, and in all telling ones."""

    failed: set[Line]
    telling: set[Line]


def bound_stands_in(edit: Edit, trees: Trees) -> bool:
    """Return whether an edit puts a bound in the place of the best value so far.

    Then the first value of that variable, and its later ones, matter no longer: the
    search is fail-hard, and right.
    """
    tree = trees[edit.file]
    match edit.old, edit.new:
        case ((ast.Break() | ast.Continue() | ast.Pass()), new):
            return _returns_bound(edit.ends, new) and _keeps_best(edit, tree)
        case ast.expr(), (ast.Name() | ast.Attribute() | ast.Subscript()) as bound:
            return (
                edit.role not in OF_BOUNDS
                and ast.unparse(bound) in edit.ends
                and ast.unparse(edit.old) not in edit.ends
                and (_is_of_best(edit, tree) or _begins_best(edit))
            )
        case ast.expr(), ast.Call(ast.Name(name), arguments) if name in FOLDS:
            texts = {ast.unparse(argument) for argument in arguments}
            is_clamped = ast.unparse(edit.old) in texts - set(edit.ends)
            is_clamped = is_clamped and not texts.isdisjoint(edit.ends)
            is_clamped = is_clamped and edit.role not in OF_BOUNDS
            return is_clamped and _may_keep_best(_function_of(edit, tree), tree)
    return False


@cache
def _may_keep_best(function: ast.AST, tree: ast.Module) -> bool:
    """Return whether a function has a loop, or calls some function of its file.

    If it does neither, it is a helper that works out a bound.
    """
    names = {definition.name for definition in nodes_of(ast.FunctionDef, tree)}
    return any(
        isinstance(node, LOOPS)
        or (isinstance(node, ast.Call) and named(node.func) in names)
        for node in walk(function)
    )


def _is_of_best(edit: Edit, tree: ast.Module) -> bool:
    """Return whether a best value stands there, or begins with what stands there."""
    function = _function_of(edit, tree)
    bests = _bests_so_far(function)
    if ast.unparse(edit.old) in bests:
        return True
    return any(
        assignment.value is edit.old and ast.unparse(assignment.targets[0]) in bests
        for assignment in _assignments(function)
    )


@cache
def _assignments(function: ast.AST) -> Sequence[ast.Assign]:
    """Return the assignments in a function."""
    return list(nodes_of(ast.Assign, function))


def _begins_best(edit: Edit) -> bool:
    """Return whether a call passes there an infinity that is no end of a window."""
    (alteration, *_) = edit.alterations
    is_far = abs(constant(edit.old) or 0) >= FAR
    return is_far and isinstance(alteration.owner, ast.Call)


def _returns_bound(ends: Collection[str], new: ast.AST | None) -> bool:
    """Return whether a statement leaves a function with a bound."""
    match new:
        case ast.Return(value) | ast.If(_, [ast.Return(value)]) if value is not None:
            return ast.unparse(value) in ends
    return False


def _keeps_best(edit: Edit, tree: ast.Module) -> bool:
    """Return whether a function keeps a best value that is no bound."""
    return not _bests_so_far(_function_of(edit, tree)) <= set(edit.ends)


def _function_of(edit: Edit, tree: ast.Module) -> ast.AST:
    """Return the innermost function that holds the nodes of an edit."""
    return _innermost_functions(tree).get(edit.old, tree)


# These are asked for each edit, of a tree that stays as it is meanwhile.


@cache
def _innermost_functions(tree: ast.Module) -> dict[ast.AST, ast.AST]:
    """Return the innermost function around each node that is in one."""
    functions = sorted(
        nodes_of(ast.FunctionDef, tree), key=lambda function: function.lineno
    )
    return {node: function for function in functions for node in walk(function)}


@cache
def _bests_so_far(function: ast.AST) -> frozenset[str]:
    """Return, as text, the variables that keep the better of themselves and a value."""
    bests: set[str] = set()
    for node in walk(function):
        match node:
            case ast.Assign([target], ast.Call(_, values) as call) if fold(call):
                compared = [*values]
            case ast.If(ast.Compare() as test, [ast.Assign([target]), *_]):
                compared = [test.left, *test.comparators]
            case _:
                continue
        if key_of(target) in map(key_of, compared):
            bests.add(ast.unparse(target))
    return frozenset(bests)


def stores_for_nobody(edit: Edit, trees: Trees) -> bool:
    """Return whether an edit moves an assignment to a place where nothing reads it.

    Then it is in effect taken away, and its effect on the lines behind it is hidden.
    """
    function = _function_of(edit, trees[edit.file]) if edit.takes else None
    if not isinstance(function, ast.FunctionDef):
        return False
    for alteration in edit.alterations:
        if isinstance(alteration, Add) and isinstance(alteration.statement, ast.Assign):
            return not _is_read_behind(alteration, alteration.statement, function)
    return False


def _is_read_behind(
    alteration: Add, assignment: ast.Assign, function: ast.FunctionDef
) -> bool:
    """Return whether a function may read the variable of an added assignment."""
    if any(True for _ in nodes_of(ast.Global, function)) or any(
        not isinstance(target, ast.Name) for target in assignment.targets
    ):
        return True
    names = names_in(*assignment.targets)
    owner, before = alteration.owner, alteration.before
    first = (
        before.lineno
        if before is not None
        else 1 + (getattr(owner, "end_lineno", None) or function.lineno)
    )
    loops = [loop for loop in walk(function) if isinstance(loop, LOOPS)]
    around = [loop for loop in loops if owner in walk(loop)]
    behind = [node for node in nodes_of(ast.Name, function) if node.lineno >= first]
    readers = [*behind, *nodes_of(ast.Name, *around)]
    return any(isinstance(node.ctx, ast.Load) and node.id in names for node in readers)


def hidden_lines(
    chosen: Sequence[Edit],
    lost: Collection[Line],
    before: Runs,
    after: Runs,
    trees: Trees,
) -> set[Line]:
    """Return the lines that cease to run with some edits that have no other use.

    An edit is of use if it has lines run which did not run before: if it changes a
    condition, those under it in the searches that failed. lost: the lines that ran when
    a search failed, and run in no search with the changes. before: the lines that run
    without the changes, up to the first wrong look. after: those that run with them.
    """
    hidden = set(lost)
    for edit in chosen:
        if not edit.only_adds:
            hidden -= lines_of(edit)
    if not hidden or any(edit.adds for edit in chosen):
        return hidden
    won = after.failed - before.failed
    is_of_use = False
    for edit in chosen:
        tree = trees[edit.file]
        under = _lines_under(edit, tree)
        is_never_reached = bool(under & hidden) and won.isdisjoint(under)
        if is_never_reached or _ends_a_branch(edit, lost, before, tree):
            return hidden
        if under & won if under else after.telling - before.telling:
            is_of_use = True
    return set() if is_of_use else hidden


def _ends_a_branch(
    edit: Edit, lost: Collection[Line], before: Runs, tree: ast.Module
) -> bool:
    """Return whether a changed condition tells nothing apart any more.

    Both of its branches ran, and all that ran of one runs in no search now.
    """
    for node in nodes_of(ast.If, _function_of(edit, tree)):
        if edit.old not in walk(node.test):
            continue
        branches = [_lines_from_to(edit, body) for body in (node.body, node.orelse)]
        ran = [lines & before.failed for lines in branches]
        return all(ran) and any(lines <= set(lost) for lines in ran)
    return False


def _lines_from_to(edit: Edit, body: Sequence[ast.stmt]) -> set[Line]:
    """Return the lines of a body; none of an empty one."""
    if not body:
        return set()
    last = body[-1].end_lineno or body[-1].lineno
    return {(edit.file, line) for line in range(body[0].lineno, last + 1)}


def _lines_under(edit: Edit, tree: ast.Module) -> set[Line]:
    """Return the lines whose turn a changed condition decides; none of other edits."""
    for node in nodes_of(ast.If, _function_of(edit, tree)):
        if edit.old in walk(node.test):
            return {
                (edit.file, line)
                for line in range(node.lineno + 1, (node.end_lineno or 0) + 1)
            }
    return set()


def lines_of(edit: Edit) -> set[Line]:
    """Return the lines of the node that an edit changes or takes away."""
    first = getattr(edit.old, "lineno", edit.line)
    last = getattr(edit.old, "end_lineno", None) or first
    return {(edit.file, line) for line in range(first, last + 1)}


def in_functions_of(
    ran: Collection[Line], lines: Collection[Line], trees: Trees
) -> set[Line]:
    """Return the lines that are in the same functions as some lines that ran.

    The others are in functions that nobody calls.
    """
    functions = {_function_around(line, trees) for line in ran}
    return {line for line in lines if _function_around(line, trees) in functions}


def _function_around(line: Line, trees: Trees) -> tuple[str, int]:
    """Return the file and the first line of the innermost function around a line."""
    file, number = line
    firsts = [
        function.lineno
        for function in nodes_of(ast.FunctionDef, trees[file])
        if function.lineno <= number <= (function.end_lineno or number)
    ]
    return file, max(firsts, default=0)
