"""Candidates that are tried on a program: repairs of it, and partial repairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from math import inf
from typing import NamedTuple

from autograder.core.limits import MOST_PAIRED
from autograder.explain.repair.bench import Bench, Names
from autograder.explain.repair.costs import NEARLY, Repair, cost_of
from autograder.explain.repair.coverage import Coverage
from autograder.explain.repair.edits import Edit
from autograder.explain.repair.hiding import put_infinity, with_finite_numbers
from autograder.explain.repair.minimizing import needed
from autograder.explain.repair.program import Program
from autograder.explain.repair.trial import Trial


class PartialRepair(NamedTuple):
    """A candidate that does not make the program right, but makes trials hold."""

    mask: int
    """The telling trials that hold, a bit each."""
    share: float
    """The share of the right looks that it adds in them, in all."""
    cost: float
    edits: tuple[Edit, ...]
    loses: bool
    """Whether a trial that held before does not any more."""


class Attempts:
    """Candidates tried on one program, which may have some edits already.

    A candidate is a tuple of edits that count as one change.
    """

    def __init__(
        self,
        program: Program,
        trials: Sequence[Trial],
        made: tuple[Edit, ...] = (),
        windowed: Sequence[Trial] = (),
    ) -> None:
        """Take the program. made: the edits that it has already."""
        self.bench = Bench(program, trials, made, windowed)
        self.coverage = Coverage(self.bench)
        self.repairs: list[Repair] = []
        self.looking_again: list[Repair] = []
        """Repairs that look at a leaf twice if the program does not: no person's."""
        self.failed: list[tuple[Edit, ...]] = []
        self.partial_repairs: list[PartialRepair] = []
        self.best_cost = inf
        self._work = program.work
        self._revisiting: set[int] = set()
        """The ids of the trials in which the program itself comes back to a leaf."""

    def begin(self) -> None:
        """Order the trials, and note their results before the program is changed."""
        names = self.bench.order()
        if names is None:
            return
        if not self.bench.made:
            self._revisiting = self.bench.revisiting(names)
        self.bench.note_as_it_is(names)
        self.coverage.trace(names)

    def beside(self, edits: tuple[Edit, ...], cost: float) -> Attempts:
        """Begin attempts on the same program with some edits made. cost: theirs."""
        bench = self.bench
        further = Attempts(bench.program, bench.given, edits, bench.windowed)
        further.coverage.regions = self.coverage.regions
        further.best_cost = self.best_cost - cost
        further._revisiting = self._revisiting
        further.begin()
        return further

    def is_too_dear(self, cost: float) -> bool:
        """Return whether a repair of this cost is too dear to be told with the best."""
        return cost > self.best_cost + NEARLY

    def try_all(self, candidates: Iterable[tuple[Edit, ...]], until: float) -> None:
        """Keep the candidates that are repairs, and those that are not.

        until: the work that may be done by then.
        """
        for edits in candidates:
            if not self._work.may_reach(until):
                return
            if self.is_too_dear(cost_of(edits)):
                continue
            names = None
            if self.coverage.may_repair(edits):
                names = self.bench.imported_names(edits)
            if names is None or not self.keep_repair(edits, names):
                self.failed.append(edits)

    def measure(self, candidates: Iterable[tuple[Edit, ...]], budget: float) -> None:
        """Run each candidate, and record which failing trials hold with it, be it all.

        budget: the work that may be done.
        """
        until = self._work.done + budget
        for edits in candidates:
            if not self._work.may_reach(until):
                return
            touched = self.bench.failed & self.coverage.touched(edits)
            cost = cost_of(edits)
            if touched and not self.is_too_dear(cost):
                self._measure(edits, cost, touched)

    def _measure(self, edits: tuple[Edit, ...], cost: float, touched: int) -> None:
        """Record which trials hold with a candidate. touched: failing trials to run."""
        bench = self.bench
        names = bench.imported_names(edits)
        if names is None:
            return
        repaired = bench.progress(names, touched)
        if not repaired.mask and repaired.share <= 0:
            return
        mask = repaired.mask | bench.progress(names, bench.held).mask
        if mask == bench.all_telling and self.keep_repair(edits, names):
            return
        loses = bool(bench.held & ~mask)
        self.partial_repairs.append(
            PartialRepair(mask, repaired.share, cost, edits, loses)
        )

    def try_pairs(self, until: float) -> None:
        """Try the partial repairs that make most trials hold, two at a time.

        until: the work that may be done by then.
        """
        best = sorted(self.partial_repairs, key=_holds_most)[:MOST_PAIRED]
        pairs = sorted(combinations(best, 2), key=_hold_most_together)
        for pair in pairs:
            if not self._work.may_reach(until):
                return
            # First comes the repair of the smallest tree: that is the lowest bit.
            first, second = sorted(pair, key=self._first_repaired)
            self._try_together(first.edits, second.edits)

    def _first_repaired(self, partial: PartialRepair) -> int:
        """Return the lowest bit of the trials that hold with an edit alone, else 0."""
        repaired = partial.mask & ~self.bench.held
        return repaired & -repaired

    def _try_together(self, first: tuple[Edit, ...], second: tuple[Edit, ...]) -> None:
        """Keep two candidates as a repair if they are one together."""
        edits = first + second
        cost = cost_of(first) + cost_of(second)
        if self.is_too_dear(cost) or not self.coverage.may_repair(edits):
            return
        edited = {id(edit.old) for edit in first}
        if any(id(edit.old) in edited for edit in second):
            return
        names = self.bench.imported_names(edits)
        if names is not None:
            self.keep_repair(edits, names, cost)

    def are_repair(self, edits: tuple[Edit, ...]) -> bool:
        """Return whether every trial holds with some edits, and they hide nothing."""
        names = self.bench.imported_names(edits)
        if names is None or not self.bench.all_hold(names):
            return False
        return not self._hide_a_mistake(edits, names)

    def _hide_a_mistake(self, edits: tuple[Edit, ...], names: Names) -> bool:
        """Return whether edits make every trial hold, and leave a mistake in its place.

        names: the program's definitions with them.
        """
        return self.coverage.is_hidden_by(edits, names) or self._need_infinity(edits)

    def _need_infinity(self, edits: tuple[Edit, ...]) -> bool:
        """Return whether edits put an infinity where no finite number would do.

        Where an infinity belongs, a number beyond all leaves does in a tree whose
        leaves are finite. As a key for sorting, say, an infinity makes all keys equal.
        """
        if not put_infinity(edits):
            return False
        finite = [watched for watched in self.bench.trials if watched.trial.is_finite]
        values = chain.from_iterable(watched.trial.values for watched in finite)
        beyond_all = 2 * max(map(abs, values), default=0) + 1
        names = self.bench.imported_names(with_finite_numbers(edits, beyond_all))
        if names is None:
            return False
        return not all(self.bench.run(names, watched).holds for watched in finite)

    def hide_nothing(self, edits: tuple[Edit, ...]) -> bool:
        """Return whether edits that were made one after the other hide nothing.

        Each alone may have been tried beside others that hid it.
        """
        names = self.bench.imported_names(edits)
        return names is None or not self.coverage.is_hidden_by(edits, names)

    def leave_dead(self, edits: tuple[Edit, ...]) -> bool:
        """Return whether other lines than those of some edits run no more with them."""
        names = self.bench.imported_names(edits)
        return names is None or self.coverage.leaves_dead(edits, names)

    def keep_repair(
        self, edits: tuple[Edit, ...], names: Names, cost: float | None = None
    ) -> bool:
        """Keep edits as a repair if every trial holds, and return whether they all do.

        A candidate that only hides a mistake is not kept, as its line is another.
        names: the program's definitions with the edits. cost: if it is not that of one
        change.
        """
        if not self.bench.all_hold(names):
            return False
        if self._hide_a_mistake(edits, names):
            return True
        looks_again = self._looks_again()
        if all(edit.mirror_group for edit in edits):
            edits = needed(self.bench, edits)
        repair = Repair(edits, cost_of(edits) if cost is None else cost)
        if looks_again:
            self.looking_again.append(repair)
        else:
            self.repairs.append(repair)
            self.best_cost = min(self.best_cost, repair.cost)
        return True

    def _looks_again(self) -> bool:
        """Return whether the last searches came back to a leaf, and the program not."""
        for trial, looks in self.bench.hardest:
            if looks.looks_again and id(trial) not in self._revisiting:
                return True
        return False


def _holds_most(partial: PartialRepair) -> tuple[int, float, float]:
    """Return a key that sorts partial repairs."""
    return -partial.mask.bit_count(), -round(partial.share, 1), partial.cost


def _hold_most_together(pair: tuple[PartialRepair, PartialRepair]) -> tuple[int, float]:
    """Return a key that sorts pairs of partial repairs."""
    first, second = pair
    together = first.mask | second.mask
    return -together.bit_count(), first.cost + second.cost
