"""Names the known mistakes that explain what a program does: it runs the program, and every mistake, on probe trees.

A mistake is named only if value, visits and, where the program calls its own functions, their windows agree on every
probe, and if it explains the failed exercise as well. So nothing is guessed, and style does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from autograder.exercises import Adapter
from autograder.judging.judge import Failed, NotRun, Verdict, compare, kept_searches
from autograder.judging.probe_trees import probes
from autograder.sandbox import Failure, Searched
from reference import interfaces
from reference.game import Tree, Value
from reference.misconceptions import BY_ID, STATE_KEPT, Edits, Misconception, either_or_both, variants
from reference.observe import attempt, observe
from reference.problem import Call, Observation, Problem, PruneWhen

FAR = 2**1000
"""Beyond every constant that students write for infinity, and a whole number that travels as a double."""

Search = Callable[[Problem], Searched]


@dataclass(frozen=True)
class Suspect:
    """A mistake in one of the ways to make it."""

    misconception: Misconception
    edits: Edits


class Diagnosis:
    """What explains one program's failures, for one interface."""

    def __init__(
        self,
        verdicts: Sequence[Verdict],
        prune_when: PruneWhen,
        search: Search,
        fresh: Search,
        going_on: Callable[[], bool] = lambda: True,
        *,
        adapter: Adapter | None = None,
    ) -> None:
        """Run the program on the probes, and keep the mistakes that explain what it did there and in the exercises.

        prune_when: the set's pruning convention, which says what is a mistake.
        verdicts: the exercises that it was judged on, passed ones too, and one of them failed.
        search: runs the program on a problem, with the calls of its functions noted.
        fresh: runs it on a problem in a process that has searched nothing before.
        adapter: the course's that asks it, if one does; it may know only what the set itself asks for.
        going_on: whether there is time. Where it runs out nothing is named, as not all was tried.
        """
        self._search = search
        self._fresh = fresh
        self._pattern = replace(verdicts[0].exercise.pattern, isolate=None)
        self._prune_when: PruneWhen = prune_when
        self._asked = tuple(verdict.exercise.pattern for verdict in verdicts)
        self._adapter = adapter
        self._seen = [
            (seen.problem, seen.found.outcome)
            for verdict in verdicts
            for seen in kept_searches(verdict)
            if can_be_explained(seen.found.outcome) and self._can_be_asked(seen.problem)
        ]
        self._going_on = going_on
        suspects = tuple(dict.fromkeys(suspect.misconception.id for suspect in self._agreeing()))
        self._suspects = suspects if going_on() else ()
        self._may_keep_state = going_on()

    def explains(self, verdict: Failed) -> tuple[str, ...]:
        """The ids of the mistakes that explain a failed exercise; none where nothing fits."""
        if not can_be_explained(verdict.evidence.found.outcome):
            return ()
        if not self._suspects and self._may_keep_state:
            self._may_keep_state = self._is_right_when_fresh(verdict.evidence.problem)
            return (STATE_KEPT,) if self._may_keep_state else ()
        return self._suspects

    def _is_right_when_fresh(self, problem: Problem) -> bool:
        return all(compare(problem, observe(problem), self._fresh(problem)).values())

    def _agreeing(self) -> Iterator[Suspect]:
        interface, prune_when = self._pattern.interface, self._prune_when
        probed: list[tuple[Problem, Observation | Failure]] = []
        for problem in filter(self._can_be_asked, probes(interface, prune_when)):
            outcome = self._search(problem).outcome
            if not can_be_explained(outcome):
                return
            probed.append((problem, outcome))
        if not any(isinstance(outcome, Observation) for _, outcome in probed):
            return  # a program that breaks whatever it is given has said so itself
        suspects = [Suspect(*entry) for entry in variants(interface, prune_when)]
        for suspect in [*suspects, *self._constants()]:
            seen = [*probed, *self._seen]
            if all(self._going_on() and _agrees(problem, suspect.edits, found) for problem, found in seen):
                yield suspect

    def _can_be_asked(self, problem: Problem) -> bool:
        """Whether the program can be asked: a course may have no word for MIN at the root, or for a window.

        Where it has one, but MIN's values are the greatest there, a mistake in one function is one in the other.
        """
        if self._adapter is None:
            return True
        begins = {"MAX"} if self._adapter.mirrored else {asked.tree.players[0] for asked in self._asked}
        windowed = any(asked.window != (-inf, inf) for asked in self._asked)
        return problem.tree.players[0] in begins and (windowed or problem.window == (-inf, inf))

    def _constants(self) -> Iterator[Suspect]:
        """The very constants that the program has in the place of the infinities: a single far leaf brings them out."""
        entry = BY_ID["finite-infinity"]
        starts = [edits for edits in entry.variants.get(self._pattern.interface, ()) if len(edits) == 2]
        if not starts or interfaces.load(self._pattern.interface).complete_binary:
            return
        (low_line, low_new), (high_line, high_new) = starts[0]
        low, high = self._start("MAX", -FAR), self._start("MIN", FAR)
        edits = ((low_line, _with_constant(low_new, low)), (high_line, _with_constant(high_new, high)))
        if (low, high) != (-inf, inf) and 0 not in (low, high):
            yield from (Suspect(entry, chosen) for chosen in either_or_both(edits))

    def _start(self, player: str, leaf: Value) -> Value:
        """What a search of a node with one far leaf returns, if it is not the leaf; else the infinity that it is."""
        problem = replace(self._pattern, tree=Tree.from_nested([leaf], player), window=(-inf, inf), depth=None)
        if not self._can_be_asked(problem):
            return inf if leaf > 0 else -inf
        outcome = self._search(problem).outcome
        value = outcome.value if isinstance(outcome, Observation) else leaf
        if isinstance(value, str) or value == leaf:
            return inf if leaf > 0 else -inf
        return value


def _with_constant(line: str, constant: Value) -> str:
    name, _, _ = line.rpartition("=")
    return f"{name}= float('{constant}')" if abs(constant) == inf else f"{name}= {constant!r}"


def can_be_diagnosed(verdict: Verdict) -> bool:
    """Whether an exercise has a part in the diagnosis: it was run, and ended as a mistaken search may."""
    return not isinstance(verdict, NotRun) and all(
        can_be_explained(seen.found.outcome) for seen in kept_searches(verdict)
    )


def can_be_explained(outcome: Observation | Failure) -> bool:
    """Whether a mistake can be the reason for an outcome: the search returned, or it broke as a mistaken one may."""
    return isinstance(outcome, Observation) or outcome.cause == "raised"


def _agrees(problem: Problem, edits: Edits, found: Observation | Failure) -> bool:
    """Whether a program did what a mistake does; in a finite window fail-hard counts as well as fail-soft."""
    mistaken = attempt(problem, edits, calls=isinstance(found, Observation) and bool(found.calls))
    if mistaken is None or isinstance(found, Failure):
        return mistaken is None and isinstance(found, Failure)
    if mistaken.visited != found.visited:
        return False
    if mistaken.value != found.value and not interfaces.accepts_bound(problem, mistaken.value, found.value):
        return False
    return _same_windows(mistaken.calls, found.calls)


def _same_windows(mistaken: tuple[Call, ...], found: tuple[Call, ...]) -> bool:
    """Whether the program's calls have the mistake's windows. One call alone says that it recurses in another way."""
    if len(found) <= 1 or not mistaken:
        return True
    windows = {(call.function, call.node): (call.alpha, call.beta) for call in mistaken}
    unknown = object()  # a call that looks at nothing, as the window is tested on entry, or one that is not made
    noted = [(windows.get((call.function, call.node), unknown), (call.alpha, call.beta)) for call in found]
    return all(window in (unknown, of_found) for window, of_found in noted)
