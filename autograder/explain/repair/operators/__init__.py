"""The edits that are tried on a student's program.

A generator knows Python and finds places; `meanings` says what an edit of its means
there, and `kinds` what that costs: the likelier the mistake, the less. Most generators
are general: `expressions`, `layers`, `numbers`, `lines`, `general`, and `parts`, which
writes one player's part as the other's is. `calls`, `pairs`, `roots`, `starts`, `turns`
and `variables` make what no general edit does, as a second search or a loop for a whole
expression.
"""

import ast
from collections.abc import Container
from itertools import product

from autograder.explain.repair.edits import Edit, Put, dumped
from autograder.explain.repair.operators import (
    calls,
    expressions,
    general,
    layers,
    lines,
    numbers,
    pairs,
    parts,
    roots,
    starts,
    turns,
    variables,
)
from autograder.explain.repair.scopes import UNKNOWN, Roles, scopes
from autograder.explain.repair.slips import slips

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
    starts.starts,
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
    variables.of_the_call,
    general.changes,
)


def edits(
    trees: dict[str, ast.Module],
    regions: Container[int] | None = None,
    roles: Roles = UNKNOWN,
) -> list[Edit]:
    """Return every edit of a program that is tried, the cheapest first.

    Their order is always the same. What several operators make is what the first of
    them says, whatever that costs. regions: those asked for, where not all are.
    roles: what is known of its places.
    """
    found = list(scopes(trees, regions, roles))
    every: list[Edit] = []
    for scope, operator in product(found, OPERATORS):
        every += sorted(operator(scope), key=_cost)
    every += [*parts.parts(found), *general.conditions_of_others(found)]
    different: dict[object, Edit] = {}
    for edit in every:
        different.setdefault(_does(edit), edit)
    return sorted(different.values(), key=_cost)


def _cost(edit: Edit) -> float:
    return edit.cost


def _does(edit: Edit) -> object:
    """Return what an edit does, where it is so simple that others may do the same.

    Of any other it is the edit's own number.
    """
    (change, *more) = edit.changes or (None,)
    if more or not isinstance(change, Put) or not isinstance(change.new, ast.expr):
        return id(edit)
    return id(change.owner), change.field, change.place, dumped(change.new)
