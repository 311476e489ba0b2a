"""Names the known mistakes that explain a program's behaviour.

The program, and every mistake, is run on probe trees. A mistake is named only if value,
visits and, if the program calls its own functions, their windows agree on every probe,
and if it explains the failed exercise as well. So nothing is guessed, and style does
not matter.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import dropwhile, product
from math import inf

from autograder.core.exercises.model import CHECKS, Assignment
from autograder.core.judging.judge import (
    Failed,
    Search,
    Verdict,
    checks_in_any_form,
)
from autograder.core.limits import FEWEST_SEARCHES, MOST_MISTAKES_NAMED
from autograder.core.sandbox.outcome import Failure, Searched
from autograder.explain import claims
from autograder.explain.catalogue import FINITE_INFINITY
from autograder.explain.choices import (
    NEVER_STOPS,
    NO_WINDOW,
    OTHER_BOUND,
    REFUTED,
    SHOWN,
)
from autograder.explain.probe_trees import alike, alike_if_run, digests
from autograder.explain.probed_program import (
    PLAYERS,
    Done,
    ProbedProgram,
    is_finite,
    may_come_of_a_mistake,
)
from autograder.explain.repair.kinds import STATE_KEPT
from autograder.explain.textbook import starting_with
from autograder.explain.ways import Variant, variants
from reference import interfaces
from reference.changes import changed, for_each_player
from reference.forms import forms
from reference.game import Value
from reference.observe import observe
from reference.problem import Answer, Observation, Problem

NO_PRUNING = "no-pruning"
ONE_GOES_ON = ("no-max-cutoff", "no-min-cutoff")
"""The mistakes of one player that are not told if both make them."""


class Diagnosis:
    """The mistakes that explain one program's failures, for one interface.

    agreeing: the ids of all mistakes with which a search behaves as the program does,
    the likeliest first.
    """

    def __init__(
        self,
        verdicts: Sequence[Verdict],
        assignment: Assignment,
        search: Search,
        fresh: Search,
        going_on: Callable[[], bool] = lambda: True,
    ) -> None:
        """Run the program on the probes, and keep the mistakes that explain it.

        They explain its behaviour there and in the exercises. verdicts: passed ones
        too, and one of them failed. search: notes the calls of the program's functions.
        fresh: in a process that has searched nothing before. If time runs out nothing
        is named, as not all was tried.
        """
        self._going_on = going_on
        self._program = ProbedProgram(verdicts, assignment, search, fresh, going_on)
        self._book = self._program.book
        self._fitting: dict[str, bool] = {}
        """By mistake, whether the claims of its text are true, where that was asked."""
        shares = self._shares()
        self.agreeing = tuple(shares) if going_on() else ()
        # A mistake is not named if another explains twice as much.
        likely = [
            name
            for name in self.agreeing
            if shares[name] * 2 > max(shares.values())
            and self.fits_text(name)
            and self._is_of_what_is_asked(name, verdicts)
        ]
        self._suspects = tuple(likely[:MOST_MISTAKES_NAMED])

    def names_for(self, verdict: Failed) -> tuple[str, ...]:
        """Return the ids of the mistakes that explain a failed exercise, if any do."""
        if not may_come_of_a_mistake(verdict.evidence.searched.outcome):
            return ()
        if self._suspects:
            return self._suspects
        if not self._program.is_right_when_fresh:
            return ()
        if not self._program.is_right_anew(verdict.evidence.problem):
            return ()
        return (STATE_KEPT,)

    @property
    def probed(self) -> Sequence[Done]:
        """Return the program's searches of the probes."""
        return self._program.on_probes

    def _shares(self) -> dict[str, float]:
        """Return the mistakes that agree with the program, the best first.

        Beside each stands how well it explains the program: in how many forms, and in
        how many of the ways to make it in each, a search does alike. If a mistake
        agrees in all forms, and another in one where it happens to come to the same,
        the first is the likely one.
        """
        if not self._program.can_be_explained:
            return {}
        suspects = [*self._alike(), *self._with_its_constants()]
        agreeing = self._agreeing(suspects, self._searches)
        shares = {variant.misconception.id: 0.0 for variant in agreeing}
        ways_in_form = Counter(
            (variant.misconception, variant.form) for variant, _ in digests(*self._book)
        )
        for variant in suspects:
            name = variant.misconception.id
            if name in shares:
                ways = ways_in_form[variant.misconception, variant.form]
                shares[name] += 1 / max(ways, 1)
        if NO_PRUNING in shares:
            shares = self._of_one_that_looks_everywhere(shares, suspects)
        likeliest_first = sorted(shares, key=lambda name: -shares[name])
        return {name: shares[name] for name in likeliest_first}

    def _alike(self) -> list[Variant]:
        """Return the variants that may behave on the probes as the program did."""
        # The digests are of all probes, as they are stored.
        if self._program.was_asked_all:
            return alike(*self._book, self._program.on_probes)
        return alike_if_run(
            *self._book, lambda suspect: self._does_the_same(suspect, self._searches)
        )

    def fits_text(self, name: str) -> bool:
        """Return whether the claims of a mistake's text are true of the program.

        Each exercise that failed asks this again.
        """
        if name not in self._fitting:
            self._fitting[name] = self._fits_text(name)
        return self._fitting[name]

    def _fits_text(self, name: str) -> bool:
        searches = self._program.on_probes
        if name in NEVER_STOPS:  # neither where a leaf is infinite
            searches = [*searches, *self._program.in_exercises]
        finished = [(problem, done) for problem, done in searches if done]
        if not claims.hold(name, finished) or self.refutes(name):
            return False
        if name not in claims.CLAIMS:
            return True
        # If time runs out nothing is named, as not all was tried.
        with_others = self._program.with_other_values
        return self._going_on() and claims.hold(name, with_others)

    def refutes(self, name: str) -> bool:
        """Return whether the choices of the players show that a mistake is none."""
        choices = self._program.choices
        if name in REFUTED:
            return REFUTED[name](choices)
        if name == OTHER_BOUND:
            returned = [choice.returned_bound for choice in choices]
            return not any(returned) and False in returned and self._program.has_windows
        if name == FINITE_INFINITY.id:
            return self._program.has_windows and self._program.limits_values
        if name == NO_WINDOW:
            return self._program.all_pass_an_end
        return self.stops_early(name)

    def stops_early(self, name: str) -> bool:
        """Return whether a player that never stops, by a mistake, was seen to stop."""
        return any(map(self._stops, NEVER_STOPS.get(name, ())))

    def _stops(self, player: str) -> bool:
        """Return whether a player stops early: in an exercise, or where it is asked."""
        if any(_leaves_out(player, *done) for done in self._searches):
            return True
        choices = dict(zip(PLAYERS, self._program.choices, strict=False))
        if player not in choices:
            return False
        return choices[player].stops or self._program.stops_deeper(player)

    def _is_of_what_is_asked(self, name: str, verdicts: Sequence[Verdict]) -> bool:
        """Return whether a mistake alone fails a check that a failed exercise asks."""
        if all(verdict.exercise.asked_checks == CHECKS for verdict in verdicts):
            return True
        suspects = list(variants(*self._book, name))
        for verdict in verdicts:
            if not isinstance(verdict, Failed):
                continue
            problem = verdict.evidence.problem
            for suspect in suspects:
                outcome = suspect.attempt(problem) or Failure("raised", "")
                searched = Searched(outcome)
                checks = checks_in_any_form(problem, observe(problem), searched)
                if not all(checks[check] for check in verdict.exercise.asked_checks):
                    return True
        return False

    def agrees_nearby(self, name: str) -> bool:
        """Return whether a mistake behaves as the program in trees like the set's.

        Its words have to be true of these searches alone.
        """
        near = [
            done
            for done in self._program.on_probes
            if done[1] and self._is_near(done[0])
        ]
        exercises = [done for done in self._program.in_exercises if is_finite(done[0])]
        if len(near) + len(exercises) < FEWEST_SEARCHES:
            return False
        suspects = variants(*self._book, name)
        searches = _smallest_first([*near, *exercises])
        if not any(self._agreeing(suspects, searches)) or self.refutes(name):
            return False
        with_others = [
            done for done in self._program.with_other_values if self._is_near(done[0])
        ]
        return self._going_on() and claims.hold(name, with_others)

    def _is_near(self, problem: Problem) -> bool:
        """Return whether a tree is like the set's.

        Its values are no farther from 0, as a program's infinity may be finite, and
        none is infinite. It has a depth only if the set's problems do, as a course's
        adapter may not know it.
        """
        farthest, has_depth = self._reach
        is_asked_so = has_depth or problem.depth is None
        return is_asked_so and is_finite(problem) and _farthest(problem) <= farthest

    @cached_property
    def _reach(self) -> tuple[Value, bool]:
        """How far from 0 the set's values lie, and whether some problem has a depth."""
        problems = [problem for problem, _ in self._program.in_exercises]
        farthest = max(map(_farthest, problems), default=0)
        return farthest, any(problem.depth is not None for problem in problems)

    def shows(self, name: str) -> bool:
        """Return whether the choices of the players show a mistake by themselves."""
        if name in NEVER_STOPS:
            return self._go_on() == NEVER_STOPS[name]
        is_shown = SHOWN.get(name)
        return is_shown is not None and any(map(is_shown, self._program.choices))

    def _go_on(self) -> tuple[str, ...]:
        """Return the players that never stop early where a right search does."""
        compared = zip(
            PLAYERS, self._program.choices, self._program.right_choices, strict=False
        )
        return tuple(
            player for player, choice, right in compared if choice.looks_on(right)
        )

    def _agreeing(
        self, suspects: Iterable[Variant], searches: Sequence[Done]
    ) -> Iterator[Variant]:
        """Yield one variant of each mistake that behaves as the program did."""
        agreeing: set[str] = set()
        for suspect in suspects:
            name = suspect.misconception.id
            if name not in agreeing and self._does_the_same(suspect, searches):
                agreeing.add(name)
                yield suspect

    @cached_property
    def _searches(self) -> list[Done]:
        """The searches of probes and of exercises: small trees first."""
        return _smallest_first([*self._program.on_probes, *self._program.in_exercises])

    def _of_one_that_looks_everywhere(
        self, shares: Mapping[str, float], suspects: Sequence[Variant]
    ) -> dict[str, float]:
        """Return the mistakes that a program makes which looks at every leaf.

        Many come to that in a form that hardly anybody writes, so only those are left
        that do in the plain form. Who does not stop for both players is not told so of
        each.
        """
        in_plain_form = [suspect for suspect in suspects if not suspect.form]
        agreeing = self._agreeing(in_plain_form, self._searches)
        plain = {variant.misconception.id for variant in agreeing}
        if NO_PRUNING not in plain:
            plain = set(shares)
        plain.difference_update(ONE_GOES_ON)
        return {name: share for name, share in shares.items() if name in plain}

    def _does_the_same(self, suspect: Variant, searches: Sequence[Done]) -> bool:
        """Return whether a mistake behaves as the program did, if there is time."""
        for problem, observed in searches:
            if not self._going_on() or not _agrees(problem, suspect, observed):
                return False
        return True

    def _with_its_constants(self) -> Iterator[Variant]:
        """Yield ways to put the program's very constants in the place of infinities.

        They are in every form of the search.
        """
        low, high = self._program.start("MAX", -inf), self._program.start("MIN", inf)
        if (abs(low), abs(high)) == (inf, inf) or 0 in (low, high):
            return
        ways = for_each_player(starting_with(low, high))
        for form, way in product(forms(self._program.pattern.interface), ways):
            if changed(*self._book, form + way):
                yield Variant(FINITE_INFINITY, way, form)


def _smallest_first(searches: Iterable[Done]) -> list[Done]:
    """Return searches, those of small trees first: they tell most apart."""
    return sorted(searches, key=lambda done: len(done[0].tree))


def _leaves_out(player: str, problem: Problem, observed: Observation | None) -> bool:
    """Return whether a search left a node of a player before the last leaf there."""
    looks = set() if observed is None else {*observed.looks}
    tree = problem.tree
    for node in {tree.parent(look) for look in looks if look and tree.is_leaf(look)}:
        if tree.player(node) != player:
            continue
        after_first_look = dropwhile(
            lambda child: child not in looks, tree.children(node)
        )
        if any(
            tree.is_leaf(child) and child not in looks for child in after_first_look
        ):
            return True
    return False


def _farthest(problem: Problem) -> Value:
    """Return how far from 0 the finite values of a tree lie."""
    values = (abs(value) for value in problem.tree.values if value is not None)
    return max((value for value in values if value != inf), default=0)


def _agrees(problem: Problem, suspect: Variant, observed: Observation | None) -> bool:
    """Return whether a program behaved as one with a mistake does.

    In a finite window fail-hard counts as well as fail-soft.
    """
    with_calls = observed is not None and bool(observed.calls)
    mistaken = suspect.attempt(problem, calls=with_calls)
    if mistaken is None or observed is None:
        return mistaken is observed
    # A later pass may search in any way. A program that has the value needs none.
    due_looks = interfaces.load(problem.interface).due_looks
    looks, mistaken_looks = due_looks(observed), due_looks(mistaken)
    if looks.nodes != mistaken_looks.nodes:
        return False
    if looks.goes_on and not mistaken_looks.goes_on:
        return False
    if not _is_same_value(problem, mistaken.value, observed.value):
        return False
    # A call that is not the mistake's looks at nothing, as the window is tested on
    # entry, or has another name there.
    windows = {
        (call.function, call.node): (call.alpha, call.beta) for call in mistaken.calls
    }
    # One call alone says that it recurses in another way.
    noted = observed.calls if len(observed.calls) > 1 and not looks.goes_on else ()
    for call in noted:
        window = (call.alpha, call.beta)
        if windows.get((call.function, call.node), window) != window:
            return False
    return True


def _is_same_value(problem: Problem, first: Answer, second: Answer) -> bool:
    """Return whether two answers are equal, or bounds on one side of the window."""
    if first == second:
        return True
    if isinstance(first, str) or isinstance(second, str):
        return False
    alpha, beta = problem.window
    return max(first, second) <= alpha or min(first, second) >= beta
