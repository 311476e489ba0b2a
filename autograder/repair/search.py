"""The search for a repair: changes in one place or several, then more beside those that leave least to mend."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import combinations
from math import inf, sqrt
from operator import or_
from typing import Any, NamedTuple

from autograder.limits import (
    MOST_CHAINED,
    MOST_PAIRED,
    MOST_PROBED,
    MOST_SEEN,
    MOST_STEPS,
    MOST_TELLING,
)
from autograder.repair.edits import Edit
from autograder.repair.first_look import Watch, corrections, slip_key
from autograder.repair.hiding import bound_stands_in, hidden_lines
from autograder.repair.kinds import FAR, GENERAL, NO_WAY_OUT
from autograder.repair.mirror import groups, of_one_size
from autograder.repair.operators import edits
from autograder.repair.program import Program
from autograder.repair.ran import Line, Ran, traced
from autograder.repair.work import of_seconds
from autograder.worker.adapted import NotAnAnswer, plain
from reference.game import Looks, Tree, Value

AGAIN = 0.2
"""What making the same change in one more place costs."""
AGAIN_THERE = 0.8
"""And what it costs to write one more line as the other player's part has it, which is another mistake."""
ALL_OF_THEM = 0.05
"""And what it costs to change all numbers of one size in place of one."""
CHEAPEST_AGAIN = 1.6
"""Where a single change costs less, the same in several places is no likelier."""
LIKELY = 1.8
"""Changes that cost no more are tried with others before the rest is."""
COSTS = 0.1
"""What it counts for a chain of changes to be dearer by one, in shares of the trials that it mends."""
NEARLY = 0.15
"""Repairs that cost so little more than the cheapest are its equals."""


class RightLooks(NamedTuple):
    """The looks that a right search makes, in order, as `reference.interfaces` says.

    goes_on: whether it has to look further after them, at whatever it likes.
    counts_again: whether to come back to a node is a look, too, but twice in a row.
    """

    nodes: tuple[int, ...]
    goes_on: bool = False
    counts_again: bool = False

    def allow(self, place: int, node: int) -> bool:
        """Return whether a look may come after so many others."""
        if place < len(self.nodes):
            return self.nodes[place] == node
        return self.goes_on

    def are_made(self, looks: Sequence[int]) -> bool:
        """Return whether a search that ended with some looks has made these."""
        first = len(self.nodes)
        goes_on = len(looks) > first
        return tuple(looks[:first]) == self.nodes and goes_on == self.goes_on

    def share(self, looks: int) -> float:
        """Return how much of these looks is made in so many right ones, and an answer."""
        most = len(self.nodes) + self.goes_on
        return min(looks, most) / (most + 1)


class Trial(NamedTuple):
    """A search with what is right of it, as judging has it."""

    tree: Tree
    function: str
    arguments: tuple[Any, ...]
    due: tuple[RightLooks, ...]
    """The looks of each right form."""
    low: Any
    high: Any
    ends_only: bool
    """Whether of the numbers from low to high these two alone are right."""
    lost: bool
    """Whether every action is worth the worst there is."""
    known: dict[str, Any]
    """What a course's adapter may know of it, which then calls what it likes with what it likes."""

    @property
    def has_cutoff(self) -> bool:
        """Whether a right search leaves out a leaf right behind one that it looks at."""
        firsts = {*self.tree.first_child}
        return any(
            node + 1 not in firsts
            and self.tree.is_leaf(node + 1)
            and node + 1 not in due.nodes
            for due in self.due
            for node in due.nodes
        )

    def accepts(self, answer: Any) -> bool:
        """Return whether an answer is right."""
        is_text = isinstance(answer, str)
        is_plain = type(answer) in (int, float, bool, str)
        if not is_plain or is_text != isinstance(self.low, str):
            return False
        if self.ends_only:
            return answer in (self.low, self.high)
        return bool(self.low <= answer <= self.high)


class Repair(NamedTuple):
    """Changes that together make the program right on every trial."""

    edits: tuple[Edit, ...]
    cost: float


class Mending(NamedTuple):
    """A change that does not make the program right, and what it mends."""

    mask: int
    """The telling trials that hold, a bit each."""
    looked: float
    """How much of the right looks it makes in them, in all."""
    cost: float
    edits: tuple[Edit, ...]
    loses: bool
    """Whether one that held does not any more."""


class Standing(NamedTuple):
    """The program with changes that mend a part; sorted, the most promising to go on from comes first."""

    loses: bool
    worth: float
    """The share of the failing trials that still fail, and what the changes cost."""
    held: int
    """All trials that hold, a bit each."""
    cost: float
    steps: int
    edits: tuple[Edit, ...]


class Wrong(BaseException):
    """Raised in a program that looks at a leaf that no right search looks at then."""


class _TriedTree(Tree):
    """A trial's tree. The names of its nodes are made once, as it is searched thousands of times; looks are watched."""

    _names: dict[range, list[str]]
    _looks: _Watched

    def __init__(self, trial: Trial) -> None:
        tree = trial.tree
        super().__init__(tree.child_counts, tree.values, tree.players, tree.own_names)
        vars(self).update(_names={}, _looks=_Watched(self, trial.due))

    def new_looks(self) -> _Watched:
        return self._looks

    def names(self, nodes: range) -> list[str]:
        if nodes not in self._names:
            self._names[nodes] = super().names(nodes)
        return self._names[nodes]


class _Watched(Looks):
    """The looks of a search that count, which is stopped at the first that is not right."""

    def __init__(self, tree: Tree, due: tuple[RightLooks, ...]) -> None:
        super().__init__(tree)
        self._due = due
        self._counts_again = any(looks.counts_again for looks in due)
        self.stops = True
        self.looks_again = False
        """Whether it comes back to a leaf after it looked at another one, where that does not count."""
        self._last = -1

    def begin(self) -> None:
        """Forget the search before."""
        self.nodes.clear()
        self.looks_again = False
        self._last = -1

    def look(self, node: int) -> Value | None:
        if node != self._last:
            if self._counts_again or node not in self.nodes:
                self._count(node)
            else:
                self.looks_again = True
        self._last = node
        return self.tree.values[node]

    def _count(self, node: int) -> None:
        place = len(self.nodes)
        self.nodes.append(node)
        if self.stops and not any(due.allow(place, node) for due in self._due):
            raise Wrong


class Search:
    """What is tried, what stood, and what it took."""

    def __init__(
        self, program: Program, trials: Sequence[Trial], seconds: float
    ) -> None:
        """Describe it. seconds: it does the work that they buy on an ordinary machine."""
        self.program, self.trials, self.seconds = program, trials, seconds
        self._work = program.work
        self.found: list[Repair] = []
        self.looking_again: list[Repair] = []
        """Repairs that look at a leaf twice where the program does not: at best, no person's."""
        self.nearest: list[Repair] = []
        """The changes that mended most where nothing stood."""
        self.regions: frozenset[int] | None = None
        self.edits: list[Edit] = []
        self.seen: list[Edit] = []
        """The slips that the searches that failed came by."""
        self._own_again: set[int] = set()
        """The ids of the trials in which the program itself comes back to a leaf."""
        self._tracer: Ran | None = None
        self._ran: dict[Line, int] = {}
        self._best = float("inf")
        self._failed: list[tuple[Edit, ...]] = []
        self._mending: list[Mending] = []
        self._looked = [0.0] * MOST_TELLING
        self._looked_at = 0.0
        self._held = 0
        self._base: tuple[Edit, ...] = ()
        self._standings: list[Standing] = []

    def run(self) -> list[Repair]:
        """The repairs found, the cheapest first, with their equals; nothing where the program is right as it is."""
        self.program.import_first()
        self._work.begin(self.seconds)
        self._until = self._work.done + of_seconds(self.seconds)
        self._order()
        if not self._looked_first:
            return []
        self.edits = edits(self.program.trees, self.regions)
        self._covered = {id(edit): self._cover(edit) for edit in self.edits}
        self.seen, slips = self._first_look()
        self._chosen = self._candidates(slips)
        self._try(corrections(self._chosen))
        single = [(edit,) for edit in self._chosen]
        likely = sum(edit.cost <= LIKELY for edit in self._chosen)
        self._try(single[:likely])
        self._try(of_one_size(self._chosen))
        if self._best > CHEAPEST_AGAIN:
            others = [*single[likely:], *groups(self._chosen)]
            # First what students write.
            others.sort(key=lambda some: (some[0].kind in GENERAL, _cost(some)))
            left = iter(others)
            self._seen_to_mend(left, (self._until - self._work.done) / 3)
            if not self.found:
                self._seen_to_mend(self._failed, (self._until - self._work.done) / 4)
                self._pairs_of_those_that_mend()
                mend = {tuple(map(id, one.edits)) for one in self._mending}
                others += self._failed
                others.sort(
                    key=lambda chosen: (
                        _cost(chosen) + (tuple(map(id, chosen)) not in mend) * 0.5
                    )
                )
                self._go_on(others, (self._until - self._work.done) * 2 / 3)
            self._try(left)
        return self._best_repairs()

    def _candidates(self, slips: Container[tuple[str, str]]) -> list[Edit]:
        """Return the edits that are tried, the cheapest first. slips: those that were seen, by what is the same."""
        found = [
            edit
            for edit in self.edits
            if edit.changes and (not edit.kind.is_slip or slip_key(edit) in slips)
        ]
        # Fail-hard is a way to be right that judging asks for in some searches alone.
        if not any(trial.ends_only for trial in self.trials):
            trees = self.program.trees
            found = [edit for edit in found if not bound_stands_in(edit, trees)]
        return sorted(found, key=lambda edit: (edit.cost, -self._blame(edit)))

    def _best_repairs(self) -> list[Repair]:
        """Return the cheapest repairs; without any, keep the changes that mend most."""
        repairs = self.found or self.looking_again
        if not repairs:
            most = sorted(
                self._standings,
                key=lambda one: (one.loses, -bin(one.held).count("1"), one.cost),
            )
            self.nearest = [Repair(one.edits, one.cost) for one in most]
            return []
        least = min(repair.cost for repair in repairs)
        best = sorted(
            (repair for repair in repairs if repair.cost <= least + NEARLY),
            key=_size,
        )
        needed = [part for repair in best for part in self._without_more(repair)]
        return [self._as_it_shows(needed[0]), *needed[1:]] if needed else []

    def _without_more(self, repair: Repair) -> Iterator[Repair]:
        """Yield a repair without its parts that are not needed, then the whole.

        Nothing where it changes a function that no search runs: the import alone does.
        """
        needed = self._needed(repair.edits)
        if not self._is_run(needed):
            return
        if len(needed) < len(repair.edits):
            yield Repair(needed, repair.cost)
        # Other exercises than the trials may need all of it.
        if self._is_run(repair.edits):
            yield repair

    def _is_run(self, chosen: tuple[Edit, ...]) -> bool:
        """Return whether some search runs each function in which something changes."""
        names = None if self.regions else self._import(chosen)
        if names is None:
            return True
        tracer = Ran(self.program)
        ran: set[Line] = set()
        for entry in self._trials[:MOST_TELLING]:
            ran |= tracer.during(partial(self._holds, names, *entry))
        return all(tracer.functions_of(edit) <= ran for edit in chosen)

    def _go_on(self, candidates: Sequence[tuple[Edit, ...]], most: float) -> None:
        """Goes on from the changes that mend most; once there is a repair, to a cheaper one of two, as long again."""
        begun: float = self._work.done
        before, _ = self._all_that_hold(())
        until = begun + most
        standings = self._ranked(self._mending, before)
        while standings and self._work.may_reach(until):
            base = self._leaner(standings.pop(0))
            self._standings.append(base)
            made = {id(edit.old) for edit in base.edits}
            further = Search(self.program, self.trials, 0)
            further.regions, further.edits, further._base = (
                self.regions,
                self.edits,
                base.edits,
            )
            further._own_again = self._own_again
            further._best = self._best - base.cost
            further._order()
            further._covered = {id(edit): further._cover(edit) for edit in self.edits}
            others = (
                some
                for some in candidates
                if not any(id(edit.old) in made for edit in some)
            )
            further._seen_to_mend(others, (until - self._work.done) / 3)
            self.found += _beside(base, further.found)
            self.looking_again += _beside(base, further.looking_again)
            self._keep_if_whole(base)
            if self.found:
                now, self._best = (
                    self._work.done,
                    min(repair.cost for repair in self.found),
                )
                until, begun = min(until, 2 * now - begun), -inf
                standings = [
                    one for one in standings if one.steps == 1 and one.cost < self._best
                ]
            elif base.steps < MOST_CHAINED:
                mending = [
                    one._replace(
                        edits=base.edits + one.edits, cost=base.cost + one.cost
                    )
                    for one in further._mending
                ]
                standings = sorted(
                    standings + self._ranked(mending, before, base.steps + 1),
                    key=lambda one: one[:4],
                )

    def _keep_if_whole(self, standing: Standing) -> None:
        """Keep a standing as a repair if every trial holds with it."""
        if standing.held != (1 << len(self._trials)) - 1:
            return
        names = self._import(standing.edits)
        if names is not None:
            self._stands(standing.edits, names, standing.cost)

    def _ranked(
        self, mending: Sequence[Mending], before: int, steps: int = 1
    ) -> list[Standing]:
        """What is left to mend with the changes that mend most, each in another way. before: what held at first."""
        different: dict[tuple[int, float, bool], Mending] = {}
        for one in sorted(mending, key=lambda one: one.cost):
            different.setdefault(
                (one.mask, round(one.looked, 3), len(one.edits) > 1), one
            )
        found, failing = (
            list[Standing](),
            bin(~before & (1 << len(self._trials)) - 1).count("1"),
        )

        # That loses nothing, and then mends much and costs little.
        def promise(
            one: Mending,
        ) -> tuple[bool, float]:
            return one.loses, COSTS * one.cost - (
                bin(one.mask).count("1") + one.looked
            ) / MOST_TELLING

        for one in sorted(different.values(), key=promise)[:MOST_SEEN]:
            held, _ = self._all_that_hold(one.edits)
            worth = (
                len(self._trials) - bin(held).count("1")
            ) / failing + COSTS * one.cost
            found.append(
                Standing(bool(before & ~held), worth, held, one.cost, steps, one.edits)
            )
        self._standings += found
        return sorted(found, key=lambda one: one[:4])

    def _leaner(self, standing: Standing) -> Standing:
        """A standing of several steps without the changes that mend nothing beside the others."""
        _, looked = self._all_that_hold(standing.edits)
        for edit in standing.edits if standing.steps > 1 else ():
            less = tuple(other for other in standing.edits if other is not edit)
            held, then = self._all_that_hold(less)
            if less and not standing.held & ~held and then >= looked:
                standing = standing._replace(
                    edits=less, held=held, cost=standing.cost - AGAIN
                )
        return standing

    def _all_that_hold(self, chosen: tuple[Edit, ...]) -> tuple[int, float]:
        """Which of all trials hold with some changes, a bit each, and how much of the right looks is made in all."""
        names, mask, looked = self._import(chosen), 0, 0.0
        for bit, entry in enumerate(self._trials):
            if names is None:
                break
            mask |= self._holds(names, *entry) << bit
            looked += self._looked_at
        return mask, looked

    def _as_it_shows(self, repair: Repair) -> Repair:
        """A repair of several mistakes, first the one that alone is to blame for the simplest failure, if one is."""
        kinds = dict.fromkeys(edit.kind.name for edit in repair.edits)
        for kind in kinds if len(kinds) > 1 else ():
            alone = tuple(edit for edit in repair.edits if edit.kind.name == kind)
            names = self._import(alone)
            if names is not None and self._holds(names, *self._trials[0]):
                return repair._replace(
                    edits=(
                        *alone,
                        *(edit for edit in repair.edits if edit not in alone),
                    )
                )
        return repair

    def _order(self) -> None:
        """Puts the trials that fail first, the smallest before the others, with some that hold between them."""
        in_order = sorted(self.trials, key=lambda trial: len(trial.tree))
        watched = [(trial, _TriedTree(trial).new_looks()) for trial in in_order]
        names = self._import(())
        held, failed = [], []
        for entry in tuple(watched):
            if names is not None and self._holds(names, *entry):
                held.append(entry)
            elif names is None or self.program.course is None or self.program.has_begun:
                failed.append(entry)
            else:  # the course's adapter itself has no such search
                watched.remove(entry)
        self._looked_first = failed[:MOST_TELLING] + failed[MOST_TELLING::MOST_TELLING]
        first = (
            failed[: MOST_TELLING // 2] + failed[-2:]
            if len(failed) > MOST_TELLING // 2
            else list(failed)
        )
        telling = first + held[: MOST_TELLING - len(first)]
        self._trials = telling + [entry for entry in watched if entry not in telling]
        self._hardest = list(self._trials)
        if names is not None:
            self._see_as_it_is(names)

    def _see_as_it_is(self, names: dict[str, Any]) -> None:
        """Note what the program does before anything is changed."""
        if not self._base:
            self._own_again = self._coming_back(names)
        seen = [
            (self._holds(names, *entry), self._looked_at)
            for entry in self._trials[:MOST_TELLING]
        ]
        self._held = sum(holds << bit for bit, (holds, _) in enumerate(seen))
        self._looked = [looked for _, looked in seen]
        self._trace(names)

    def _coming_back(self, names: dict[str, Any]) -> set[int]:
        """Return the ids of the trials in which the program may look twice at a leaf."""
        again: set[int] = set()
        for trial, looks in self._trials:
            looks.stops = False
            self._holds(names, trial, looks)
            looks.stops = True
            if looks.looks_again:
                again.add(id(trial))
        return again

    def _trace(self, names: dict[str, Any]) -> None:
        """Notes which statements run in each of the telling trials until it goes wrong, and which functions after."""
        self._tracer, beyond = Ran(self.program), set[Line]()
        for bit, entry in enumerate(self._trials[:MOST_TELLING]):
            for entry[1].stops in (False, True):
                lines = self._tracer.during(partial(self._holds, names, *entry))
                beyond |= lines
            for line in lines:
                self._ran[line] = self._ran.get(line, 0) | 1 << bit
        if not self._base:
            self.regions = self._tracer.regions(beyond) or None

    def _cover(self, edit: Edit) -> int:
        """The telling trials in which what an edit is about runs, a bit each."""
        lines = (
            self._tracer.about(edit)
            if self._tracer is not None and self.regions
            else None
        )
        return (
            -1
            if lines is None
            else reduce(or_, (self._ran.get(line, 0) for line in lines), 0)
        )

    def _may_mend(self, chosen: tuple[Edit, ...]) -> bool:
        """Whether in each telling trial that fails something runs that one of these edits is about."""
        return not self._all & ~self._held & ~self._touched(chosen)

    def _touched(self, chosen: tuple[Edit, ...]) -> int:
        """The telling trials in which one of some edits may matter, a bit each."""
        return reduce(or_, (self._covered[id(edit)] for edit in chosen))

    def _blame(self, edit: Edit) -> float:
        """How much what an edit is about runs in the trials that fail alone, by Ochiai's formula."""
        covered, failing = self._covered[id(edit)] & self._all, self._all & ~self._held
        ran, failed = bin(covered).count("1"), bin(covered & failing).count("1")
        return failed / sqrt(ran * bin(failing).count("1")) if failed else 0.0

    @property
    def _all(self) -> int:
        return (1 << min(MOST_TELLING, len(self._trials))) - 1

    def _first_look(self) -> tuple[list[Edit], Container[tuple[str, str]]]:
        """The slips that some failing searches come by, and what is the same of all edits that correct them."""
        watch, names = Watch(self.edits), self._import(())
        if names is None:
            return [], ()
        for entry in self._looked_first:
            with traced(watch):
                self._holds(names, *entry)
        # Minimax is right to search every child.
        has_cutoffs = any(trial.has_cutoff for trial in self.trials)
        told = [
            edit
            for edit in watch.slips
            if has_cutoffs or edit.kind.name not in NO_WAY_OUT
        ]
        return told, set(map(slip_key, told))

    def _try(self, candidates: Iterable[tuple[Edit, ...]]) -> None:
        for chosen in candidates:
            if not self._work.may_reach(self._until):
                return
            if _cost(chosen) > self._best + NEARLY:
                continue
            names = self._import(chosen) if self._may_mend(chosen) else None
            if names is None or not self._stands(chosen, names):
                self._failed.append(chosen)

    def _seen_to_mend(
        self, candidates: Iterable[tuple[Edit, ...]], most: float
    ) -> None:
        """Tries changes that count as one, and looks what each mends, be it all."""
        until = self._work.done + most
        for chosen in candidates:
            touched = self._all & ~self._held & self._touched(chosen)
            if not self._work.may_reach(until):
                return
            names = (
                self._import(chosen)
                if touched and _cost(chosen) <= self._best + NEARLY
                else None
            )
            if names is None:
                continue
            mask, more = self._mended(names, touched)
            if not (mask or more > 0):
                continue
            mask |= self._mended(names, self._held)[0]
            if mask == self._all and self._stands(chosen, names):
                continue
            self._mending.append(
                Mending(mask, more, _cost(chosen), chosen, bool(self._held & ~mask))
            )

    def _mended(self, names: dict[str, Any], asked: int) -> tuple[int, float]:
        """Which of some telling trials hold, a bit each, and how much more of the right looks is made in them.

        What changes nothing for the better in the first ones is not looked at in the others.
        """
        mask, more, probed = 0, 0.0, 0
        for bit, entry in enumerate(self._trials[:MOST_TELLING]):
            if asked >> bit & 1:
                mask |= self._holds(names, *entry) << bit
                more += self._looked_at - self._looked[bit]
                probed += 1
                if probed == MOST_PROBED and not mask and more <= 0:
                    break
        return mask, more

    def _stands(
        self, chosen: tuple[Edit, ...], names: dict[str, Any], cost: float | None = None
    ) -> bool:
        """Keeps a repair if every trial holds. cost: where it is not that of changes that count as one."""
        if not self._hold_all(names):
            return False
        if self._hides(chosen, names):
            return True
        looks_again = any(
            looks.looks_again and id(trial) not in self._own_again
            for trial, looks in self._hardest
        )
        if all(edit.part for edit in chosen):
            chosen = self._needed(chosen)
        cost = _cost(chosen) if cost is None else cost
        if looks_again:
            self.looking_again.append(Repair(chosen, cost))
            return True
        self.found.append(Repair(chosen, cost))
        self._best = min(self._best, cost)
        return True

    def _hides(self, chosen: tuple[Edit, ...], names: dict[str, Any]) -> bool:
        """Return whether a repair only hides what is wrong, so that its line is not."""
        if not self.regions or self._tracer is None:
            return False
        failing = self._all & ~self._held
        before = [line for line, ran in self._ran.items() if ran & failing]
        after: set[Line] = set()
        if hidden_lines(chosen, before, after):
            for entry in self._trials:
                after |= self._tracer.during(partial(self._holds, names, *entry))
        return bool(hidden_lines(chosen, before, after))

    def _needed(self, chosen: tuple[Edit, ...]) -> tuple[Edit, ...]:
        """Return the changes without those that no trial needs beside the others.

        Numbers that stand for infinity are one change all together.
        """
        for edit in chosen if len(chosen) > 1 else ():
            if edit.kind is FAR:
                continue
            less = tuple(other for other in chosen if other is not edit)
            names = self._import(less)
            if less and names is not None and self._hold_all(names):
                chosen = less
        return chosen

    def _hold_all(self, names: dict[str, Any]) -> bool:
        """Whether every trial holds. One that does not is the first to be tried the next time."""
        for place, entry in enumerate(self._hardest):
            if not self._holds(names, *entry):
                self._hardest.insert(0, self._hardest.pop(place))
                return False
        return True

    def _pairs_of_those_that_mend(self) -> None:
        mending = sorted(
            self._mending,
            key=lambda one: (
                -bin(one.mask).count("1"),
                -round(one.looked, 1),
                one.cost,
            ),
        )
        near = list(combinations(mending[:MOST_PAIRED], 2))
        near.sort(
            key=lambda pair: (
                -bin(pair[0].mask | pair[1].mask).count("1"),
                pair[0].cost + pair[1].cost,
            )
        )
        # Told first is what mends the simplest tree: failing trials stand in the order of their size.
        gained = ([(one.mask & ~self._held, one) for one in pair] for pair in near)
        pairs = [
            [one for _, one in sorted(pair, key=lambda entry: entry[0] & -entry[0])]
            for pair in gained
        ]
        self._together((first.edits, second.edits) for first, second in pairs)

    def _together(
        self, pairs: Iterable[tuple[tuple[Edit, ...], tuple[Edit, ...]]]
    ) -> None:
        for first, second in pairs:
            if not self._work.may_reach(self._until):
                return
            cost = _cost(first) + _cost(second)
            if cost > self._best + NEARLY or not self._may_mend(first + second):
                continue
            if {id(edit.old) for edit in first} & {id(edit.old) for edit in second}:
                continue
            names = self._import(first + second)
            if names is not None:
                self._stands(first + second, names, cost)

    def _import(self, chosen: tuple[Edit, ...]) -> dict[str, Any] | None:
        try:
            return self.program.functions(self._base + chosen)
        except BaseException:  # whatever a student's program raises
            return None

    def _started(self, names: dict[str, Any], trial: Trial, looks: _Watched) -> Any:
        most, root, course = (
            MOST_STEPS * (len(trial.tree) + 2),
            looks.root,
            self.program.course,
        )
        if course is not None:
            return self.program.run(
                course.search, (self.program.module, root, trial.known), most
            )
        arguments = list(trial.arguments)
        for place, argument in enumerate(arguments):
            if argument == "<root>":
                arguments[place] = root
            elif argument == "<leaves>":
                arguments[place] = looks.leaf_values
        return self.program.run(names[trial.function], arguments, most)

    def _holds(self, names: dict[str, Any], trial: Trial, looks: _Watched) -> bool:
        is_right = self._is_right(names, trial, looks)
        self._work.looks(len(looks.nodes))
        return is_right

    def _is_right(self, names: dict[str, Any], trial: Trial, looks: _Watched) -> bool:
        looks.begin()
        try:
            value = plain(self._started(names, trial, looks))
        except BaseException as error:  # whatever a student's program raises
            if not (
                trial.lost and isinstance(error, NotAnAnswer) and error.unless_lost
            ):
                right = len(looks.nodes) - isinstance(error, Wrong)
                self._looked_at = trial.due[0].share(right)
                return False
            value = trial.low
        self._looked_at = trial.due[0].share(len(looks.nodes))
        has_looked = any(due.are_made(looks.nodes) for due in trial.due)
        return has_looked and trial.accepts(value)


def _beside(base: Standing, repairs: Iterable[Repair]) -> list[Repair]:
    """Return the repairs of a program that already has some changes, with these."""
    return [
        Repair(base.edits + repair.edits, base.cost + repair.cost) for repair in repairs
    ]


def _cost(chosen: Sequence[Edit]) -> float:
    """What changes cost together that count as one. Numbers that stand for infinity are one all together."""
    places = len({FAR.name if edit.kind is FAR else id(edit) for edit in chosen})
    again = AGAIN_THERE if all(edit.part for edit in chosen) else AGAIN
    return (
        max(edit.cost for edit in chosen)
        + again * (places - 1)
        + ALL_OF_THEM * (len(chosen) > places)
    )


def _size(repair: Repair) -> tuple[float, int, int]:
    """Sorts repairs: the cheapest first, of equal ones that of fewest kinds, in fewest places."""
    return (
        round(repair.cost, 2),
        len({edit.kind.name for edit in repair.edits}),
        len(repair.edits),
    )
