"""The edits of a repair that are needed, and the order in which they are told."""

import ast
from collections.abc import Iterator, Mapping
from itertools import chain, combinations

from autograder.core.limits import MOST_CHOSEN_FROM, MOST_WORK_AFTER
from autograder.explain.repair.bench import Bench
from autograder.explain.repair.costs import Repair
from autograder.explain.repair.edits import Edit, walk
from autograder.explain.repair.kinds import FAR
from autograder.explain.repair.nodes import names_in

DEFINITIONS = (ast.FunctionDef, ast.ClassDef)


def needed(bench: Bench, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Return the fewest of some edits with which every trial holds, as with all.

    Numbers that stand for infinity are one change all together, but for those that only
    a demonstration of the file's own reads. Some of the edits may only undo what others
    do. So all choices are tried; of many edits, or if that takes long, one after the
    other is left out.
    """
    edits = _without_demonstrations(bench, edits)
    infinities = tuple(edit for edit in edits if edit.kind is FAR)
    others = tuple(edit for edit in edits if edit.kind is not FAR)
    if len(others) > MOST_CHOSEN_FROM:
        return _one_after_the_other(bench, edits, others)
    work = bench.program.work
    until = work.done + MOST_WORK_AFTER
    for chosen in _choices(others):
        if not work.may_reach(until):
            return _one_after_the_other(bench, edits, others)
        fewer = tuple(edit for edit in edits if edit in (*infinities, *chosen))
        if fewer and _all_hold(bench, fewer):
            return fewer
    return edits


def _without_demonstrations(bench: Bench, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Return edits without those of infinities that only the file's own run reads."""
    fewer = tuple(
        edit
        for edit in edits
        if edit.kind is not FAR or _is_of_functions(edit, bench.program.trees)
    )
    may_do = 0 < len(fewer) < len(edits) and _all_hold(bench, fewer)
    return fewer if may_do else edits


def _is_of_functions(edit: Edit, trees: Mapping[str, ast.Module]) -> bool:
    """Return whether an edit is in a function, or in a value that a function reads."""
    statement = trees[edit.file].body[edit.top]
    if isinstance(statement, DEFINITIONS):
        return True
    definitions = [
        node
        for tree in trees.values()
        for node in walk(tree)
        if isinstance(node, DEFINITIONS)
    ]
    read = names_in(*definitions)
    stored = {
        node.id
        for node in walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return not read.isdisjoint(stored)


def _choices(edits: tuple[Edit, ...]) -> list[tuple[Edit, ...]]:
    """Return all choices of fewer edits, the smallest first."""
    by_size = (combinations(edits, size) for size in range(len(edits)))
    return list(chain.from_iterable(by_size))


def _one_after_the_other(
    bench: Bench, edits: tuple[Edit, ...], others: tuple[Edit, ...]
) -> tuple[Edit, ...]:
    """Return edits without those of some others that no trial needs beside the rest."""
    kept = edits
    for edit in others:
        fewer = tuple(other for other in kept if other is not edit)
        if fewer and _all_hold(bench, fewer):
            kept = fewer
    return kept


def _all_hold(bench: Bench, edits: tuple[Edit, ...]) -> bool:
    """Return whether every trial holds with some edits."""
    names = bench.imported_names(edits)
    return names is not None and bench.all_hold(names)


def without_needless(bench: Bench, repair: Repair) -> Iterator[Repair]:
    """Yield a repair without its edits that are not needed, then the whole.

    Other exercises than the trials may need all of it.
    """
    edits = needed(bench, repair.edits)
    if len(edits) < len(repair.edits):
        yield Repair(edits, repair.cost)
    yield repair


def most_visible_first(bench: Bench, repair: Repair) -> Repair:
    """Return a repair, with the kind first that repairs the simplest failing trial.

    So of several mistakes the one that the simplest failure shows is told first.
    """
    kinds = dict.fromkeys(edit.kind.name for edit in repair.edits)
    if len(kinds) < 2:
        return repair
    for kind in kinds:
        alone = tuple(edit for edit in repair.edits if edit.kind.name == kind)
        names = bench.imported_names(alone)
        if names is not None and bench.run(names, bench.trials[0]).holds:
            others = [edit for edit in repair.edits if edit not in alone]
            return repair._replace(edits=(*alone, *others))
    return repair
