"""The edits that are tried on a student's program.

A generator knows Python and finds nodes; `meanings` says the kind and the role of an
edit there, and perhaps a surcharge. `likelihood` has its cost: the likelier the
mistake, the less. Most generators are
general: `expressions`, `layers`, `numbers`, `lines`, `general`, and `players`, which
writes the code for one player as that for the other. `calls`, `pairs`, `roots`,
`starts`, `turns` and `variables` make edits that no general one makes, as a second
search or a loop for a whole expression.
"""

import ast
from collections.abc import Container
from itertools import product

from autograder.explain.repair.edits import Edit, Put, dumped
from autograder.explain.repair.facts import UNKNOWN, Roles
from autograder.explain.repair.operators import (
    calls,
    expressions,
    general,
    layers,
    lines,
    numbers,
    pairs,
    players,
    roots,
    starts,
    turns,
    variables,
)
from autograder.explain.repair.scopes import scopes
from autograder.explain.repair.slips import slips

OPERATORS = (
    slips,
    expressions.comparisons,
    expressions.named_comparisons,
    expressions.named_values,
    expressions.folds,
    calls.arguments,
    calls.callees,
    calls.with_one_less,
    turns.flags,
    turns.texts,
    turns.turns,
    numbers.values_asked,
    numbers.constants,
    numbers.indices,
    starts.starts,
    lines.returns,
    turns.orders,
    expressions.conditions,
    expressions.actions_by_value,
    expressions.first_found,
    layers.without,
    layers.around,
    expressions.targets,
    expressions.fields_named,
    expressions.operands_exchanged,
    expressions.bounds_exchanged,
    lines.jumps,
    lines.deletions,
    lines.moves,
    lines.moves_in,
    lines.insertions,
    pairs.moves_taken_back,
    pairs.moves_on_copies,
    pairs.by_values,
    turns.agents,
    turns.rounds,
    turns.endings,
    general.positions,
    calls.first_windows,
    roots.bests_so_far,
    roots.together,
    variables.of_the_call,
    variables.windows_kept,
    variables.begun_anew,
    general.changes,
    general.conditions_dropped,
    general.values_around,
)


def edits(
    trees: dict[str, ast.Module],
    regions: Container[int] | None = None,
    roles: Roles = UNKNOWN,
) -> list[Edit]:
    """Return every edit of a program that is tried, the cheapest first.

    Their order is always the same. An edit that several operators make has the kind and
    the cost of the first of them. regions: the numbers of the regions to include; None
    for all. roles: the known roles of the program's variables.
    """
    all_scopes = list(scopes(trees, regions, roles))
    generated: list[Edit] = []
    for scope, operator in product(all_scopes, OPERATORS):
        generated += sorted(operator(scope), key=_cost)
    generated += [
        *players.other_players_lines(all_scopes),
        *general.conditions_of_others(all_scopes),
        *turns.sides_of_leaves(all_scopes),
        *roots.by_turn(all_scopes),
        *variables.declarations(all_scopes),
    ]
    different: dict[object, Edit] = {}
    for edit in generated:
        different.setdefault(_effect(edit), edit)
    return sorted(different.values(), key=_cost)


def _cost(edit: Edit) -> float:
    return edit.cost


def _effect(edit: Edit) -> object:
    """Return a key that edits share if they do the same.

    It is the edit's own id, unless it is so simple that others may do the same.
    """
    (alteration, *others) = edit.alterations or (None,)
    if (
        others
        or not isinstance(alteration, Put)
        or not isinstance(alteration.new, ast.expr)
    ):
        return id(edit)
    return (
        id(alteration.owner),
        alteration.field,
        alteration.list_index,
        dumped(alteration.new),
    )
