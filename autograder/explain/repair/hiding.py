"""Tell the changes that make a program right and leave the mistake where it is.

Nobody is told the line of such a change: what is wrong stands elsewhere.
"""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from autograder.explain.repair.edits import Add, Edit, walk
from autograder.explain.repair.ran import Line
from autograder.explain.repair.scopes import FOLDS, LOOPS, each, fold, key

OF_BOUNDS = ("window", "root window", "first window", "update", "test")
"""The roles in which a bound belongs."""


def bound_stands_in(edit: Edit, trees: Mapping[str, ast.Module]) -> bool:
    """Return whether a change puts a bound in the place of the best value so far.

    Then what that begins with, and what became of it, matter no longer: the search is
    fail-hard, and right.
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
                and _is_of_best(edit, tree)
            )
        case ast.expr(), ast.Call(ast.Name(name), arguments) if name in FOLDS:
            texts = {ast.unparse(argument) for argument in arguments}
            is_clamped = ast.unparse(edit.old) in texts - set(edit.ends)
            is_clamped = is_clamped and not texts.isdisjoint(edit.ends)
            return is_clamped and edit.role not in OF_BOUNDS
    return False


def _is_of_best(edit: Edit, tree: ast.Module) -> bool:
    """Return whether a best value stands there, or begins anew in a loop's turns."""
    function = _function_of(edit, tree)
    bests = set(_bests_so_far(function))
    if ast.unparse(edit.old) in bests:
        return True
    loops = [node for node in walk(function) if isinstance(node, LOOPS)]
    for assignment in each(ast.Assign, *loops):
        is_start = ast.unparse(assignment.targets[0]) in bests
        if is_start and assignment.value is edit.old:
            return True
    return False


def _returns_bound(ends: Collection[str], new: ast.AST | None) -> bool:
    """Return whether a statement leaves a function with a bound."""
    match new:
        case ast.Return(value) | ast.If(_, [ast.Return(value)]) if value is not None:
            return ast.unparse(value) in ends
    return False


def _keeps_best(edit: Edit, tree: ast.Module) -> bool:
    """Return whether a function keeps a best value that is no bound."""
    return not set(_bests_so_far(_function_of(edit, tree))) <= set(edit.ends)


def _function_of(edit: Edit, tree: ast.Module) -> ast.AST:
    """Return the innermost function that holds what an edit changes."""
    around = [
        function
        for function in each(ast.FunctionDef, tree)
        if edit.old in walk(function)
    ]
    return max(around, key=lambda function: function.lineno, default=tree)


def _bests_so_far(function: ast.AST) -> Iterator[str]:
    """Yield, as text, what keeps the better of itself and another value."""
    for node in walk(function):
        match node:
            case ast.Assign([target], ast.Call(_, values) as call) if fold(call):
                compared = [*values]
            case ast.If(ast.Compare() as test, [ast.Assign([target]), *_]):
                compared = [test.left, *test.comparators]
            case _:
                continue
        if key(target) in map(key, compared):
            yield ast.unparse(target)


def hidden_lines(
    chosen: Sequence[Edit], before: Collection[Line], after: Collection[Line]
) -> set[Line]:
    """Return the lines that cease to run only because lines are added.

    before: the lines that run in searches that fail. after: those that run at all, with
    the changes made.
    """
    if not any(_only_adds(edit) for edit in chosen):
        return set()
    hidden = set(before) - set(after)
    for edit in chosen:
        if not _only_adds(edit):
            hidden -= _lines_of(edit)
    return hidden


def _only_adds(edit: Edit) -> bool:
    return all(isinstance(change, Add) for change in edit.changes)


def _lines_of(edit: Edit) -> set[Line]:
    first = getattr(edit.old, "lineno", edit.line)
    last = getattr(edit.old, "end_lineno", None) or first
    return {(edit.file, line) for line in range(first, last + 1)}
