"""Finds the variables that carry something from one search to the next.

An experiment shows it: after others a search goes another way than at first, and the
first way again, if a variable is put back to its value when its file was loaded.
"""

from collections.abc import Iterable
from contextlib import suppress
from copy import deepcopy
from typing import Any

from autograder.explain.repair.bench import Bench
from autograder.explain.repair.edits import Edit
from autograder.explain.repair.trial import WatchedTrial

TIMES = (1, 10)
"""How often the other searches are run: a counter that grows by one in each of them
changes only a later one."""


def kept(bench: Bench, slips: Iterable[Edit]) -> list[Edit]:
    """Return the slips whose variable carries something on.

    slips: those of variables that are made when the program's own file is loaded.
    """
    slips = list(slips)
    if not slips:
        return []
    with suppress(BaseException):  # whatever a student's objects raise
        at_first = _way(bench, ())
        goes_by_chance = _way(bench, ()) != at_first
        if goes_by_chance:
            return []
        for times in TIMES:
            others = bench.telling * times
            if _way(bench, others) != at_first:
                return [
                    slip for slip in slips if _way(bench, others, slip.role) == at_first
                ]
    return []


def _way(bench: Bench, others: Iterable[WatchedTrial], restored: str = "") -> object:
    """Return the way of the first failing search, after others.

    restored: the variable that is put back before it.
    """
    first = bench.failing[0]
    names = bench.imported_names(())
    if names is None:
        return None
    *owners, name = restored.split(".")
    holder: Any = bench.program.module
    for owner in owners:
        holder = getattr(holder, owner)
    as_loaded = deepcopy(getattr(holder, name)) if restored else None
    for watched_trial in others:
        if watched_trial is not first:
            bench.run(names, watched_trial)
    if restored:
        setattr(holder, name, as_loaded)
    return bench.way(names, first)
