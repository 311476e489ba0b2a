"""What changes cost together: of those that mend a program the cheapest is told."""

from collections.abc import Sequence
from typing import NamedTuple

from autograder.explain.repair.edits import Edit
from autograder.explain.repair.kinds import ARGUMENT, FAR

AGAIN = 0.2
"""What making the same change in one more place costs."""
BESIDE = 0.5
"""And to pass one more argument of the same line otherwise."""
AGAIN_THERE = 0.8
"""And to write one more line as the other player's part has it: another mistake."""
ALL_OF_THEM = 0.05
"""And to change all numbers of one size in place of one."""
NEARLY = 0.15
"""Repairs that cost so little more than the cheapest are its equals."""


class Repair(NamedTuple):
    """Changes that together make the program right on every trial."""

    edits: tuple[Edit, ...]
    cost: float


def cost_of(edits: Sequence[Edit]) -> float:
    """Return what edits cost that count as one change, made in several places.

    Numbers that stand for infinity are one place all together.
    """
    places = len({FAR.name if edit.kind is FAR else id(edit) for edit in edits})
    again = AGAIN_THERE if all(edit.part for edit in edits) else AGAIN
    dearest = max(edit.cost for edit in edits)
    has_many_at_one_place = len(edits) > places
    cost = dearest + again * (places - 1) + ALL_OF_THEM * has_many_at_one_place
    return cost + (BESIDE - AGAIN) * _beside(edits)


def _beside(edits: Sequence[Edit]) -> int:
    """Return how many arguments are changed beside others of the same line."""
    lines = [(edit.file, edit.line) for edit in edits if edit.kind is ARGUMENT]
    return len(lines) - len(set(lines))


def likeliest_first(repair: Repair) -> tuple[float, int, int]:
    """Return a key that sorts repairs: the cheapest first.

    Of equal ones that of fewest kinds comes first, then that in fewest places.
    """
    kinds = {edit.kind.name for edit in repair.edits}
    return round(repair.cost, 2), len(kinds), len(repair.edits)
