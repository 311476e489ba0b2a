"""The cost of an edit: the less likely that a person meant it, the more.

Many edits may repair one program, and a person meant one of them. `counts` has how
often that was an edit of some kind at some role, and how often such an edit repaired
the program by chance. A cost follows from these odds:

    cost = EVEN - STEP * log2(odds)

The counts are small, so the odds of a kind at a role are reckoned with some programs
more, in which they are as for the kind at any role. Those of a kind are reckoned with
some in which they are as for all of its group, and those of a group likewise with all
changes. So an edit that was never counted costs as much as its like.
"""

from collections.abc import Collection
from functools import cache
from math import log2

from autograder.explain.repair.counts import COUNTS
from autograder.explain.repair.kinds import KINDS, Kind

EVEN = 2.25
"""The cost of an edit that was meant as often as it was chance: a dear one."""
STEP = 0.25
"""The cost that it loses if it was meant twice as often."""
PROGRAMS_MORE = 4
"""In so many more programs an edit is taken to be as its like are."""
LEAST = 0.8
"""The least cost of an edit: more than a slip, however often it was meant."""
MOST = 2.5
"""And at most, so that two likely edits are not told in place of a rare one."""
OF_A_SLIP = 0.5
"""The cost of a slip. Nobody means to write one."""


def cost(kind: Kind, role: str) -> float:
    """Return the cost of an edit of a kind at a node with a role."""
    return OF_A_SLIP if kind.is_slip else _cost(kind.name, role)


@cache
def _cost(kind: str, role: str) -> float:
    group = KINDS[kind].group
    counted = COUNTS.items()
    of_group = [pair for (name, _), pair in counted if KINDS[name].group == group]
    of_kind = [pair for (name, _), pair in counted if name == kind]
    share = 0.5
    for pairs in (
        COUNTS.values(),
        of_group,
        of_kind,
        [COUNTS.get((kind, role), (0, 0))],
    ):
        share = _share(pairs, share)
    odds = share / (1 - share)
    return round(min(MOST, max(LEAST, EVEN - STEP * log2(odds))), 2)


def _share(pairs: Collection[tuple[int, int]], usual: float) -> float:
    """Return the share that was meant, reckoned with some programs as usual."""
    meant = sum(meant for meant, _ in pairs)
    chance = sum(chance for _, chance in pairs)
    return (meant + PROGRAMS_MORE * usual) / (meant + chance + PROGRAMS_MORE)
