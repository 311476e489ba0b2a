"""The changes that are tried on a student's program. The likelier the mistake, the cheaper the edit."""

import ast
from collections.abc import Container

from autograder.repair.edits import Edit, Put, dumped
from autograder.repair.first_look import slips
from autograder.repair.operators import (
    calls,
    expressions,
    general,
    layers,
    lines,
    numbers,
    pairs,
    parts,
    roots,
    turns,
)
from autograder.repair.scopes import scopes

OPERATORS = (
    slips,
    expressions.comparisons,
    expressions.named_comparisons,
    expressions.folds,
    calls.arguments,
    calls.callees,
    turns.flags,
    turns.turns,
    numbers.values_asked,
    numbers.constants,
    numbers.indices,
    lines.returns,
    turns.orders,
    expressions.conditions,
    layers.without,
    layers.around,
    expressions.targets,
    expressions.bounds_exchanged,
    lines.jumps,
    lines.deletions,
    lines.moves,
    lines.insertions,
    pairs.moves_taken_back,
    pairs.by_values,
    turns.agents,
    turns.endings,
    general.positions,
    calls.first_windows,
    roots.bests_so_far,
    roots.together,
    general.changes,
)


def edits(
    trees: dict[str, ast.Module], regions: Container[int] | None = None
) -> list[Edit]:
    """Every edit of a program, or of some regions, that is tried: the cheapest first, always in the same order."""
    found = list(scopes(trees, regions))
    every = [
        edit for scope in found for operator in OPERATORS for edit in operator(scope)
    ]
    every += [*parts.parts(found), *general.conditions_of_others(found)]
    different: dict[object, Edit] = {}
    for edit in sorted(every, key=lambda edit: edit.cost):
        different.setdefault(_does(edit), edit)
    return list(different.values())


def _does(edit: Edit) -> object:
    """What an edit does, where it is simple enough for others to do the same; else which one it is."""
    (change, *more) = edit.changes or (None,)
    if more or not isinstance(change, Put) or not isinstance(change.new, ast.expr):
        return id(edit)
    return id(change.owner), change.field, change.place, dumped(change.new)
