"""Repairs in several steps: each makes some trials hold, and the next some others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from autograder.core.limits import MOST_CHAINED, MOST_SEEN, MOST_TELLING
from autograder.explain.repair.attempts import Attempts, PartialRepair
from autograder.explain.repair.costs import AGAIN, Repair
from autograder.explain.repair.detours import removals
from autograder.explain.repair.edits import Edit

COSTS = 0.1
"""The weight of a cost of 1, in shares of the trials that edits repair."""


class SearchNode(NamedTuple):
    """The program with edits that repair some trials.

    Sorted by `promise`, the first is the most promising to go on from.
    """

    loses: bool
    """Whether a trial that held does not any more."""
    worth: float
    """The share of the failing trials that still fail, and the cost of the edits."""
    held: int
    """All trials that hold, a bit each."""
    cost: float
    steps: int
    edits: tuple[Edit, ...]


class Chains:
    """Goes on from partial repairs, the most promising first."""

    def __init__(self, attempts: Attempts) -> None:
        """Go on from the partial repairs of some attempts, and keep repairs there."""
        self.nodes: list[SearchNode] = []
        """All that were met."""
        self._attempts = attempts
        self._bench = attempts.bench
        self._held_first = 0
        """All trials that held before anything was changed, a bit each."""

    def go_on(self, candidates: Sequence[tuple[Edit, ...]], budget: float) -> None:
        """Look for chains, and after the first repair as long again for cheaper ones.

        Of these only one of two steps is looked for. budget: the work that may be done.
        """
        work = self._bench.program.work
        attempts = self._attempts
        begun: float = work.done
        self._held_first = self._bench.progress_in_all(()).mask
        until = begun + budget
        waiting = self._ranked(attempts.partial_repairs, steps=1)
        while waiting and work.may_reach(until):
            node = self._direct(self._leaner(waiting.pop(0)), candidates)
            self.nodes.append(node)
            if not attempts.hide_nothing(node.edits):
                continue
            partials = self._measured(node, candidates, (until - work.done) / 3)
            if attempts.repairs:
                attempts.best_cost = min(repair.cost for repair in attempts.repairs)
                until = min(until, 2 * work.done - begun)
                begun = -inf  # the time is set once
                waiting = [other for other in waiting if self._may_be_cheaper(other)]
            elif node.steps < MOST_CHAINED:
                waiting += self._ranked(partials, node.steps + 1)
                waiting.sort(key=promise)

    def _measured(
        self, node: SearchNode, candidates: Sequence[tuple[Edit, ...]], budget: float
    ) -> list[PartialRepair]:
        """Return what repairs more beside a node's edits, and keep what repairs all.

        budget: the work that may be done.
        """
        attempts = self._attempts
        further = attempts.beside(node.edits, node.cost)
        further.measure(_elsewhere(candidates, node.edits), budget)
        for repair in _beside(node, further.repairs):
            if attempts.hide_nothing(repair.edits):
                attempts.repairs.append(repair)
        attempts.looking_again += _beside(node, further.looking_again)
        self._keep_if_whole(node)
        return [_after(node, partial) for partial in further.partial_repairs]

    def _may_be_cheaper(self, node: SearchNode) -> bool:
        return node.steps == 1 and node.cost < self._attempts.best_cost

    def _keep_if_whole(self, node: SearchNode) -> None:
        """Keep a node's edits as a repair if every trial holds with them."""
        if node.held != self._all_trials():
            return
        names = self._bench.imported_names(node.edits)
        if names is not None:
            self._attempts.keep_repair(node.edits, names, node.cost)

    def _all_trials(self) -> int:
        """Return the mask of all trials."""
        return (1 << len(self._bench.trials)) - 1

    def _ranked(
        self, partials: Sequence[PartialRepair], steps: int
    ) -> list[SearchNode]:
        """Return the search nodes of the best partial repairs, most promising first.

        Of those with the same effect the cheapest is taken. steps: how many each takes.
        """
        different: dict[tuple[int, float, bool], PartialRepair] = {}
        for partial in sorted(partials, key=lambda partial: partial.cost):
            has_several_edits = len(partial.edits) > 1
            effect = (partial.mask, round(partial.share, 3), has_several_edits)
            different.setdefault(effect, partial)
        best = sorted(different.values(), key=_holds_much_for_little)[:MOST_SEEN]
        nodes = [self._node(partial, steps) for partial in best]
        self.nodes += nodes
        return sorted(nodes, key=promise)

    def _node(self, partial: PartialRepair, steps: int) -> SearchNode:
        """Run all trials with a partial repair."""
        all_trials = self._all_trials()
        failed_first = (all_trials & ~self._held_first).bit_count()
        held = self._bench.progress_in_all(partial.edits).mask
        still_failing = len(self._bench.trials) - held.bit_count()
        worth = still_failing / failed_first + COSTS * partial.cost
        loses = bool(self._held_first & ~held)
        return SearchNode(loses, worth, held, partial.cost, steps, partial.edits)

    def _leaner(self, node: SearchNode) -> SearchNode:
        """Return a node of several steps without the edits that repair nothing more."""
        share = self._bench.progress_in_all(node.edits).share
        if node.steps == 1:
            return node
        for edit in node.edits:
            fewer = tuple(other for other in node.edits if other is not edit)
            without = self._bench.progress_in_all(fewer)
            loses = bool(node.held & ~without.mask)
            if fewer and not loses and without.share >= share:
                cost = node.cost - AGAIN
                node = node._replace(edits=fewer, held=without.mask, cost=cost)
        return node

    def _direct(
        self, node: SearchNode, candidates: Iterable[tuple[Edit, ...]]
    ) -> SearchNode:
        """Return a node with statements taken away that it moves for nothing."""
        single = [edit for edit, *others in candidates if not others]
        for edit in node.edits:
            for other in removals(edit, single):
                edits = tuple(other if kept is edit else kept for kept in node.edits)
                held = self._bench.progress_in_all(edits).mask
                if not node.held & ~held:
                    node = node._replace(edits=edits, held=held)
                    break
        return node


def promise(node: SearchNode) -> tuple[bool, float, int, float]:
    """Return a key that sorts nodes: the most promising to go on from comes first."""
    return node.loses, node.worth, node.held, node.cost


def holds_most(node: SearchNode) -> tuple[bool, int, float]:
    """Return a sort key: nodes that lose nothing and hold most come first."""
    return node.loses, -node.held.bit_count(), node.cost


def _holds_much_for_little(partial: PartialRepair) -> tuple[bool, float]:
    """Return a key that sorts partial repairs; those that lose a trial come last."""
    repaired = (partial.mask.bit_count() + partial.share) / MOST_TELLING
    return partial.loses, COSTS * partial.cost - repaired


def _elsewhere(
    candidates: Iterable[tuple[Edit, ...]], edits: Iterable[Edit]
) -> Iterator[tuple[Edit, ...]]:
    """Yield the candidates that change no node of some edits."""
    edited = {id(edit.old) for edit in edits}
    for candidate in candidates:
        if not any(id(edit.old) in edited for edit in candidate):
            yield candidate


def _beside(node: SearchNode, repairs: Iterable[Repair]) -> list[Repair]:
    """Return the repairs of a program that has a node's edits, together with these."""
    return [
        Repair(node.edits + repair.edits, node.cost + repair.cost) for repair in repairs
    ]


def _after(node: SearchNode, partial: PartialRepair) -> PartialRepair:
    """Return a partial repair after a node's edits, together with these."""
    return partial._replace(
        edits=node.edits + partial.edits, cost=node.cost + partial.cost
    )
