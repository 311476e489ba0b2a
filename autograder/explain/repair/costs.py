"""The cost of several edits: of those that repair a program the cheapest are told."""

from collections.abc import Sequence
from typing import NamedTuple

from autograder.explain.repair.edits import Edit
from autograder.explain.repair.kinds import ARGUMENT, FAR

AGAIN = 0.2
"""The surcharge for the same edit at one more node."""
BESIDE = 0.5
"""The surcharge in place of `AGAIN` if it changes one more argument in the same
line."""
AGAIN_THERE = 0.8
"""The surcharge in place of `AGAIN` if lines are written as the other player's part has
them: each of them is another mistake."""
ALL_OF_THEM = 0.05
"""The surcharge for changing all numbers of one size in place of one."""
NEARLY = 0.15
"""Repairs that cost so little more than the cheapest are its equals."""


class Repair(NamedTuple):
    """Edits that together make the program right on every trial."""

    edits: tuple[Edit, ...]
    cost: float


def cost_of(edits: Sequence[Edit]) -> float:
    """Return the cost of edits that count as one change, made at several nodes.

    Numbers that stand for infinity are one node all together.
    """
    nodes = len({FAR.name if edit.kind is FAR else id(edit) for edit in edits})
    again = AGAIN_THERE if all(edit.mirror_group for edit in edits) else AGAIN
    dearest = max(edit.cost for edit in edits)
    has_many_at_one_node = len(edits) > nodes
    cost = dearest + again * (nodes - 1) + ALL_OF_THEM * has_many_at_one_node
    return cost + (BESIDE - AGAIN) * _beside(edits)


def _beside(edits: Sequence[Edit]) -> int:
    """Return how many arguments are changed beside others of the same line."""
    lines = [(edit.file, edit.line) for edit in edits if edit.kind is ARGUMENT]
    return len(lines) - len(set(lines))


def likeliest_first(repair: Repair) -> tuple[float, int, int]:
    """Return a key that sorts repairs: the cheapest first.

    Of equal ones that of fewest kinds comes first, then that with fewest edits.
    """
    kinds = {edit.kind.name for edit in repair.edits}
    return round(repair.cost, 2), len(kinds), len(repair.edits)
