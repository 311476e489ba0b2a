"""The changes that are tried on a student's program. The likelier the mistake, the cheaper the edit."""

from __future__ import annotations

import ast
from collections.abc import Container

from autograder.mistakes.edits import Edit
from autograder.mistakes.first_look import slips
from autograder.mistakes.operators import (
    boards,
    calls,
    expressions,
    lines,
    loops,
    pairs,
    positions,
    rounds,
    windows,
)
from autograder.mistakes.scopes import scopes

OPERATORS = (
    slips,
    expressions.comparisons,
    expressions.operands,
    expressions.folds,
    expressions.fold_operands,
    calls.arguments,
    calls.callees,
    calls.flags,
    calls.turns,
    expressions.signs,
    expressions.values_asked,
    expressions.constants,
    expressions.arithmetic,
    lines.returns,
    calls.orders,
    expressions.conditions,
    expressions.targets,
    expressions.bounds_exchanged,
    lines.jumps,
    lines.deletions,
    lines.moves,
    lines.insertions,
    lines.breaks,
    lines.beginnings,
    lines.states,
    boards.moves_taken_back,
    boards.moves_made,
    pairs.pairs_returned,
    pairs.parts_of_pairs,
    pairs.keys,
    pairs.bests,
    rounds.agents,
    rounds.rounds,
    rounds.depths,
    rounds.endings,
    positions.positions,
    loops.loops,
    windows.bounds_once_found,
    windows.first_windows,
)


def edits(trees: dict[str, ast.Module], regions: Container[int] | None = None) -> list[Edit]:
    """Every edit of a program that is tried, the cheapest first, always in the same order for the same program.

    regions: those that are changed, where not all are.
    """
    found = list(scopes(trees, regions))
    all_edits = [edit for scope in found for operator in OPERATORS for edit in operator(scope)]
    return sorted([*all_edits, *lines.mirrored(found)], key=lambda edit: edit.cost)
