"""The search for a repair: edits of one node or several, then chains of edits."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cached_property
from itertools import islice
from math import inf

from autograder.core.limits import MOST_EDITS, MOST_WORK_AFTER
from autograder.explain.repair.attempts import Attempts
from autograder.explain.repair.chains import Chains, holds_most
from autograder.explain.repair.costs import NEARLY, Repair, cost_of, likeliest_first
from autograder.explain.repair.detours import without_detours
from autograder.explain.repair.edits import Edit
from autograder.explain.repair.facts import UNKNOWN, Roles, infinities
from autograder.explain.repair.first_look import Watch, repairs_of_slips, slip_key
from autograder.explain.repair.hiding import bound_stands_in, stores_for_nobody
from autograder.explain.repair.kept import kept
from autograder.explain.repair.kinds import IN_ORDER, NO_WAY_OUT, SLIPS, TEST_DROPPED
from autograder.explain.repair.likelihood import LEAST
from autograder.explain.repair.minimizing import (
    most_visible_first,
    needed,
    without_needless,
)
from autograder.explain.repair.mirror import groups, of_one_size
from autograder.explain.repair.operators import edits
from autograder.explain.repair.operators.meanings import OF_BOUNDS
from autograder.explain.repair.program import Program
from autograder.explain.repair.ran import traced
from autograder.explain.repair.scopes import scopes
from autograder.explain.repair.trial import Trial
from autograder.explain.repair.watching import roles
from autograder.explain.repair.work import of_seconds

CHEAPEST_AGAIN = 1.6
"""If a single edit costs less, the same at several nodes is no likelier."""
LIKELY = 1.8
"""Changes that cost no more are tried with others before the rest is."""
OF_LOOKS = (
    *OF_BOUNDS,
    *("horizon", "loop", "turn", "recursion", "step"),
)
"""The roles of nodes that decide which leaves are looked at."""
NO_PARTIAL_REPAIR = 0.5
"""The surcharge of an edit that repairs nothing by itself."""


class Search:
    """The order in which candidates are tried, and the ones that are told.

    A candidate is a tuple of edits that count as one change.
    """

    def __init__(
        self,
        program: Program,
        trials: Sequence[Trial],
        seconds: float,
        wide: Sequence[Trial] = (),
        processor: float = inf,
        windowed: Sequence[Trial] = (),
    ) -> None:
        """Describe a search.

        seconds: it does the work that they buy on an ordinary machine. wide: searches
        with a window that is wider than their tree, so that alpha and beta show.
        processor: the processor time that it may take at most. windowed: searches that
        a repair is held against once it makes all trials hold.
        """
        self.program = program
        self.trials = trials
        self.seconds = seconds
        self.wide = wide
        self._processor = processor
        self.roles = UNKNOWN
        """The roles of variables, as the program's runs tell."""
        self.edits: list[Edit] = []
        """All that are tried, and slips; a number in this list stands for an edit."""
        self.seen: list[Edit] = []
        """The slips that the searches that failed came by."""
        self.nearest: list[Repair] = []
        """The candidates that repair most, if none is a repair."""
        self._work = program.work
        self._attempts = Attempts(program, trials, windowed=windowed)
        self._chains = Chains(self._attempts)
        self._until = 0.0

    @property
    def regions(self) -> frozenset[int] | None:
        """Return the functions that are changed, as others do not run; None for all."""
        return self._attempts.coverage.regions

    def run(self) -> list[Repair]:
        """Return the repairs, the cheapest first, with their equals.

        There are none if the program is right as it is.
        """
        self.program.import_first()
        self._work.begin(self.seconds, self._processor)
        self._until = self._work.done + of_seconds(self.seconds)
        with self.program.with_clock():
            return self._repairs()

    def _repairs(self) -> list[Repair]:
        """Return the answer of `run`, after the first import."""
        self._attempts.begin()
        if not self._attempts.bench.failing:
            return []
        self.roles = self._roles()
        self.edits = self._edits()
        self.seen = self._first_look()
        self._try_in_order(self._candidates({*map(slip_key, self.seen)}))
        return self._best_repairs()

    def _roles(self) -> Roles:
        """Return the roles of variables in the functions that run."""
        bench = self._attempts.bench
        names = bench.imported_names(())
        if names is None:
            return UNKNOWN
        functions = list(scopes(self.program.trees, self.regions))
        return roles(bench, names, functions, self.wide)

    def _edits(self) -> list[Edit]:
        """Return every edit of the program, in the order of their numbers."""
        every = edits(self.program.trees, self.regions, self.roles)
        if self._has_cutoff:
            return every
        # A student who prunes in minimax has written a test too much, and nothing else.
        return [
            edit._replace(cost=LEAST) if edit.kind is TEST_DROPPED else edit
            for edit in every
        ]

    @cached_property
    def _has_cutoff(self) -> bool:
        """Tell whether some search is to be cut off, as none of minimax is."""
        return any(trial.has_cutoff for trial in self.trials)

    def _first_look(self) -> list[Edit]:
        """Return the slips that some failing searches come by."""
        bench = self._attempts.bench
        watch = Watch(self.edits)
        names = bench.imported_names(())
        if names is None:
            return []
        for watched_trial in bench.failing:
            with traced(watch):
                bench.run(names, watched_trial)
            watch.end()
        # Minimax is right to search every child.
        not_told = () if self._has_cutoff else NO_WAY_OUT
        seen = [slip for slip in watch.slips if slip.kind.name not in not_told]
        made_at_import = [
            edit
            for edit in self.edits
            if edit.kind is SLIPS["kept"] and edit.file == self.program.main
        ]
        # By chance, two searches may go the same way and a third may not.
        by_chance = any(slip.kind is SLIPS["chance"] for slip in seen)
        return seen if by_chance else kept(bench, made_at_import) + seen

    def _candidates(self, slips: Container[tuple[str, str]]) -> list[Edit]:
        """Return the edits that are tried, the cheapest first.

        slips: the keys of those that were seen; no other slip is corrected.
        """
        # Fail-hard is a way to be right that judging asks for in some searches alone.
        is_fail_hard = any(trial.ends_only for trial in self.trials)
        candidates: list[Edit] = []
        for edit in self.edits:
            is_unseen_slip = edit.kind.is_slip and slip_key(edit) not in slips
            if is_unseen_slip or not edit.alterations:
                continue
            if edit.kind is IN_ORDER and not self._attempts.bench.looks_wrongly:
                continue  # The children are searched in order.
            trees = self.program.trees
            hides = stores_for_nobody(edit, trees)
            if not hides and (is_fail_hard or not bound_stands_in(edit, trees)):
                candidates.append(edit)
        blame = self._attempts.coverage.blame
        return sorted(candidates, key=lambda edit: (edit.cost, -blame(edit)))

    def _try_in_order(self, candidates: Sequence[Edit]) -> None:
        """Try slips, likely edits and, if no cheap one is a repair, all others."""
        attempts = self._attempts
        attempts.try_all(repairs_of_slips(candidates), self._until)
        single = [(edit,) for edit in candidates]
        likely = sum(edit.cost <= LIKELY for edit in candidates)
        attempts.try_all(single[:likely], self._until)
        attempts.try_all(of_one_size(candidates), self._until)
        if attempts.best_cost > CHEAPEST_AGAIN:
            alike = groups(candidates, dict(infinities(self.program.trees)))
            others = [*single[likely:], *alike]
            self._try_less_likely(sorted(others, key=self._priority))

    def _priority(self, candidate: tuple[Edit, ...]) -> tuple[bool, bool, float]:
        """Return a key that sorts candidates: general edits come after all others.

        But if all looks are right and some answer is wrong, edits that decide about
        looks come last.
        """
        is_of_looks = any(edit.role in OF_LOOKS for edit in candidate)
        only_answers = not self._attempts.bench.looks_wrongly
        return (
            only_answers and is_of_looks,
            candidate[0].kind.is_general,
            cost_of(candidate),
        )

    def _try_less_likely(self, candidates: list[tuple[Edit, ...]]) -> None:
        """Measure which trials candidates repair, then go on from these."""
        attempts = self._attempts
        left = iter(candidates)
        attempts.measure(left, self._work_left() / 3)
        if not attempts.repairs:
            attempts.measure(attempts.failed, self._work_left() / 4)
            attempts.try_pairs(self._until)
            further = [*candidates, *attempts.failed]
            self._sort_partial_repairs_first(further)
            self._chains.go_on(further, self._work_left() * 2 / 3)
        attempts.try_all(left, self._until)

    def _work_left(self) -> float:
        return self._until - self._work.done

    def _sort_partial_repairs_first(self, candidates: list[tuple[Edit, ...]]) -> None:
        """Sort candidates by cost, with a surcharge if they repair nothing alone."""
        partials = {
            tuple(map(id, partial.edits)) for partial in self._attempts.partial_repairs
        }

        def priority(candidate: tuple[Edit, ...]) -> float:
            repairs_nothing = tuple(map(id, candidate)) not in partials
            return cost_of(candidate) + NO_PARTIAL_REPAIR * repairs_nothing

        candidates.sort(key=priority)

    def _best_repairs(self) -> list[Repair]:
        """Return the cheapest repairs; without any, keep the edits that repair most."""
        repairs = self._attempts.repairs or self._attempts.looking_again
        if not repairs:
            nodes = sorted(self._chains.nodes, key=holds_most)
            nearest = (
                Repair(node.edits, node.cost)
                for node in nodes
                if self._attempts.hide_nothing(node.edits)
            )
            self.nearest = list(islice(nearest, MOST_EDITS))
            return []
        least = min(repair.cost for repair in repairs)
        equals = [repair for repair in repairs if repair.cost <= least + NEARLY]
        best: list[Repair] = []
        for repair in sorted(equals, key=likeliest_first):
            leaner = without_needless(self._attempts.bench, repair)
            best += map(self._direct, leaner)
        if best:
            best[0] = most_visible_first(self._attempts.bench, best[0])
        return self._without_dead_ends(best)

    def _without_dead_ends(self, best: Sequence[Repair]) -> list[Repair]:
        """Return the best repairs without equals after which other lines never run.

        They are kept if the first one is no better in that.
        """
        attempts = self._attempts
        if len(best) < 2 or attempts.leave_dead(best[0].edits):
            return list(best)
        first, *equals = best
        return [
            first,
            *(repair for repair in equals if not attempts.leave_dead(repair.edits)),
        ]

    def _direct(self, repair: Repair) -> Repair:
        """Return a repair whose edits are no detours, and are all needed."""
        attempts = self._attempts
        until = self._work.done + MOST_WORK_AFTER

        def is_as_good(edits: tuple[Edit, ...]) -> bool:
            return self._work.may_reach(until) and attempts.are_repair(edits)

        edits = without_detours(repair.edits, self.edits, is_as_good)
        if edits != repair.edits:
            edits = needed(attempts.bench, edits)
        return repair._replace(edits=edits)
