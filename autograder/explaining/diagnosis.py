"""Names the known mistakes that explain what a program does: it runs the program, and every mistake, on probe trees.

A mistake is named only if value, visits and, where the program calls its own functions, their windows agree on every
probe, and if it explains the failed exercise as well. So nothing is guessed, and style does not matter.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import product
from math import inf

from autograder.exercises.model import Assignment
from autograder.explaining.catalogue import FINITE_INFINITY
from autograder.explaining.probe_trees import alike, can_be_asked, digests, probes
from autograder.explaining.textbook import starting_with
from autograder.explaining.ways import Variant, variants
from autograder.judging.judge import Failed, NotRun, Search, Verdict, compare
from autograder.limits import FEWEST_SEARCHES, MOST_MISTAKES_NAMED, MOST_SEARCHED_ANEW
from autograder.repair.kinds import STATE_KEPT
from autograder.sandbox.outcome import Failure
from reference.changes import changed, for_each_player
from reference.forms import forms
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Observation, Problem, PruneWhen

Done = tuple[Problem, Observation | None]
"""What was searched, and what came of it; None where the search broke."""


class Diagnosis:
    """What explains one program's failures, for one interface."""

    def __init__(
        self,
        verdicts: Sequence[Verdict],
        assignment: Assignment,
        search: Search,
        fresh: Search,
        going_on: Callable[[], bool] = lambda: True,
    ) -> None:
        """Run the program on the probes, and keep the mistakes that explain what it did there and in the exercises.

        verdicts: passed ones too, and one of them failed. search: notes the calls of the program's functions. fresh: in
        a process that has searched nothing before. Where time runs out nothing is named, as not all was tried.
        """
        self._search, self._fresh, self._going_on = search, fresh, going_on
        self._pattern = verdicts[0].exercise.pattern._replace(isolate=None)
        self._book: tuple[str, PruneWhen] = (
            self._pattern.interface,
            assignment.prune_when,
        )
        asked = [verdict.exercise.pattern for verdict in verdicts]
        self._can_be_asked = partial(
            can_be_asked, adapter=assignment.adapter, asked=asked
        )
        kept = [
            seen
            for verdict in verdicts
            for seen in verdict.kept
            if self._can_be_asked(seen.problem)
        ]
        self._seen = [
            (seen.problem, seen.found.finished)
            for seen in kept
            if may_come_of_a_mistake(seen.found.outcome)
        ]
        self._probed: list[Done] = []
        share = self._shares()
        self.agreeing = tuple(share) if going_on() else ()
        """The ids of all mistakes that make a search do what the program does, the likeliest first."""
        # What another explains twice as well is not named.
        best = [name for name in self.agreeing if share[name] * 2 > max(share.values())]
        self._suspects = tuple(best[:MOST_MISTAKES_NAMED])
        self._failed = [
            verdict.evidence.problem
            for verdict in verdicts
            if isinstance(verdict, Failed)
        ]

    def names_for(self, verdict: Failed) -> tuple[str, ...]:
        """The ids of the mistakes that explain a failed exercise; none where nothing fits."""
        if not may_come_of_a_mistake(verdict.evidence.found.outcome):
            return ()
        return self._suspects or ((STATE_KEPT,) if self._is_right_when_fresh else ())

    @cached_property
    def _is_right_when_fresh(self) -> bool:
        """Whether what failed is right, each in a process of its own. A program that answers by chance may be, once."""
        few = sorted(self._failed, key=lambda problem: len(problem.tree))[
            :MOST_SEARCHED_ANEW
        ]
        return all(
            self._going_on()
            and all(compare(one, observe(one), self._fresh(one)).values())
            for one in few
        )

    def _shares(self) -> dict[str, float]:
        """The ids of the mistakes that agree with the program, each with how well it explains that; the best first.

        How well is in how many forms, and in how many of the ways to make it in each, a search does alike. What a
        mistake does in all forms, and another in one where it happens to come to the same, is likely the first.
        """
        fit = True
        for problem in filter(self._can_be_asked, probes(*self._book)):
            if not self._going_on():
                return {}
            outcome = self._search(problem).outcome
            if isinstance(outcome, Failure) and outcome.cause not in (
                "raised",
                "not a value",
                "adapter",
            ):
                return {}
            self._probed.append(
                (problem, outcome if isinstance(outcome, Observation) else None)
            )
            fit = fit and may_come_of_a_mistake(outcome)
        # Who always breaks has said so itself.
        if not fit or not any(found for _, found in self._probed):
            return {}
        suspects = [*alike(*self._book, self._probed), *self._with_its_constants()]
        share = dict.fromkeys(
            (made.misconception.id for made in self._agreeing(suspects, self._probed)),
            0.0,
        )
        ways_in = Counter(
            (made.misconception, made.form) for made, _ in digests(*self._book)
        )
        for made in suspects:
            if made.misconception.id in share:
                share[made.misconception.id] += 1 / max(
                    ways_in[made.misconception, made.form], 1
                )
        return dict(sorted(share.items(), key=lambda entry: -entry[1]))

    def agrees_nearby(self, name: str) -> bool:
        """Whether a mistake does what the program does in trees as the exercises have them.

        That is with values no farther from 0, as what stands for infinity in a program may be finite, and with a depth
        where they ask for one, as a course's adapter may have no word for it.
        """
        most = max((_farthest(problem) for problem, _ in self._seen), default=0)
        deep = any(problem.depth is not None for problem, _ in self._seen)
        simple = [
            done
            for done in self._probed
            if _farthest(done[0]) <= most and (deep or done[0].depth is None)
        ]
        near = [(problem, found) for problem, found in simple if found]
        enough = len(near) + len(self._seen) >= FEWEST_SEARCHES
        return enough and any(self._agreeing(variants(*self._book, name), near))

    def _agreeing(
        self, suspects: Iterable[Variant], probed: Sequence[Done]
    ) -> Iterator[Variant]:
        """One variant of each mistake that does what the program did. Small trees come first, and tell most apart."""
        seen = sorted(
            [*probed, *self._seen], key=lambda searched: len(searched[0].tree)
        )
        agreeing = set()
        for suspect in suspects:
            same = (
                self._going_on() and _agrees(problem, suspect, found)
                for problem, found in seen
            )
            if suspect.misconception.id not in agreeing and all(same):
                agreeing.add(suspect.misconception.id)
                yield suspect

    def _with_its_constants(self) -> Iterator[Variant]:
        """The ways to put the very constants that the program has in the place of the infinities, in every form."""
        low, high = self._start("MAX", -inf), self._start("MIN", inf)
        if (abs(low), abs(high)) != (inf, inf) and 0 not in (low, high):
            for form, way in product(
                forms(self._pattern.interface),
                for_each_player(starting_with(low, high)),
            ):
                if changed(*self._book, form + way):
                    yield Variant(FINITE_INFINITY, way, form)

    def _start(self, player: str, leaf: Value) -> Value:
        """What a search of a node that has only infinitely bad leaves returns: the number that stands for infinity."""
        problem = self._pattern._replace(
            tree=Tree.from_nested([leaf, leaf], player), window=(-inf, inf), depth=None
        )
        outcome = self._search(problem).outcome if self._can_be_asked(problem) else None
        found = outcome.value if isinstance(outcome, Observation) else leaf
        return leaf if isinstance(found, str) else found


def _farthest(problem: Problem) -> Value:
    """How far from 0 the finite values of a tree lie."""
    return max(
        (
            abs(value)
            for value in problem.tree.values
            if value is not None and abs(value) != inf
        ),
        default=0,
    )


def can_be_diagnosed(verdict: Verdict) -> bool:
    """Whether an exercise has a part in the diagnosis: it was run, and ended as a mistaken search may."""
    return not isinstance(verdict, NotRun) and all(
        may_come_of_a_mistake(seen.found.outcome) for seen in verdict.kept
    )


def may_come_of_a_mistake(outcome: Observation | Failure) -> bool:
    """Whether a mistake can be the reason for an outcome: the search returned, or it broke as a mistaken one may."""
    return isinstance(outcome, Observation) or outcome.cause == "raised"


def _agrees(problem: Problem, suspect: Variant, found: Observation | None) -> bool:
    """Whether a program did what a mistake does; in a finite window fail-hard counts as well as fail-soft."""
    mistaken = suspect.attempt(problem, calls=bool(found and found.calls))
    if mistaken is None or found is None:
        return mistaken is found
    value, other, (alpha, beta) = mistaken.value, found.value, problem.window
    same = value == other
    # Two bounds on one side of the window.
    if not same and not isinstance(value, str) and not isinstance(other, str):
        same = max(value, other) <= alpha or min(value, other) >= beta
    if mistaken.visited != found.visited or not same:
        return False
    # A call that is not the mistake's looks at nothing, as the window is tested on entry, or has another name there.
    due = {
        (call.function, call.node): (call.alpha, call.beta) for call in mistaken.calls
    }
    # One call alone says that it recurses in another way.
    noted = found.calls if len(found.calls) > 1 else ()
    windows = [((call.function, call.node), (call.alpha, call.beta)) for call in noted]
    return all(due.get(where, window) == window for where, window in windows)
