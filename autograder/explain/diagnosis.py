"""Names the known mistakes that explain a program's behaviour.

The program, and every mistake, is run on probe trees. A mistake is named only if value,
visits and, if the program calls its own functions, their windows agree on every probe,
and if it explains the failed exercise as well. So nothing is guessed, and style does
not matter.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import product
from math import inf

from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.model import (
    CHECKS,
    Assignment,
    Check,
    Generate,
    GeneratedExercise,
)
from autograder.core.judging.judge import (
    Failed,
    NotRun,
    Search,
    Verdict,
    checks_in_any_form,
)
from autograder.core.limits import (
    FEWEST_SEARCHES,
    LARGEST_REPEATED,
    MOST_MISTAKES_NAMED,
    MOST_OWN_PROBES,
    MOST_SEARCHED_ANEW,
)
from autograder.core.sandbox.outcome import Failure, Searched
from autograder.explain import claims
from autograder.explain.catalogue import FINITE_INFINITY
from autograder.explain.choices import (
    NEVER_STOPS,
    NO_WINDOW,
    OTHER_BOUND,
    REFUTED,
    SHOWN,
    Choices,
    choices_of,
    limits,
    passes_an_end,
    stops_deeper,
)
from autograder.explain.probe_trees import (
    alike,
    alike_if_run,
    among,
    can_be_asked,
    digests,
    even_probes,
    few_results,
    probes,
    revalued,
)
from autograder.explain.repair.kinds import STATE_KEPT
from autograder.explain.textbook import starting_with
from autograder.explain.ways import Variant, variants
from reference import interfaces
from reference.changes import changed, for_each_player
from reference.forms import forms
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Answer, Observation, Problem, PruneWhen

Done = tuple[Problem, Observation | None]
"""A problem, and the observation of its search; None if the search broke."""
NOT_ASKED = "adapter"
"""The cause of a failed search if the course's own code cannot express a tree."""
ENDED_BY_ITSELF = ("raised", "not a value")
"""The causes of a failed search after which the program can search again."""
PLAYERS = ("MAX", "MIN")
NO_PRUNING = "no-pruning"
ONE_GOES_ON = ("no-max-cutoff", "no-min-cutoff")
"""The mistakes of one player that are not told if both make them."""


class Diagnosis:
    """The mistakes that explain one program's failures, for one interface."""

    _asked: Collection[Check] = CHECKS
    """The checks that the exercises ask."""

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
        self._search = search
        self._fresh = fresh
        self._going_on = going_on
        self._pattern = verdicts[0].exercise.pattern._replace(isolate=None)
        interface = self._pattern.interface
        self._book: tuple[str, PruneWhen] = (interface, assignment.prune_when)
        """The interface and the convention whose textbook is right."""
        exercise_problems = [verdict.exercise.pattern for verdict in verdicts]
        self._has_windows = assignment.adapter is None or any(
            problem.window != (-inf, inf) for problem in exercise_problems
        )
        """Whether the program is sure to get the window of a search."""
        self._can_be_asked = partial(
            can_be_asked,
            adapter=assignment.adapter,
            exercise_problems=exercise_problems,
        )
        self._exercises = [verdict.exercise for verdict in verdicts]
        self._asked_checks = {
            check for exercise in self._exercises for check in exercise.asked_checks
        }
        self._results = few_results(self._exercises) if assignment.adapter else ()
        """The values of a game that has only a few; of any other none."""
        self._exercise_searches = list(self._searches_of(verdicts))
        self._searched_anew: list[tuple[Problem, bool]] = []
        """The failed searches that were made in a new process, and whether rightly."""
        self._probed: list[Done] = []
        self._was_asked_all = True
        self._fitting: dict[str, bool] = {}
        """By mistake, whether the claims of its text are true, where that was asked."""
        self._deep_stops: dict[str, bool] = {}
        """By player, whether it stops early at some ply, where that was asked."""
        shares = self._shares()
        self.agreeing = tuple(shares) if going_on() else ()
        """The ids of all mistakes with which a search behaves as the program does, the
        likeliest first."""
        # A mistake is not named if another explains twice as much.
        likely = [
            name
            for name in self.agreeing
            if shares[name] * 2 > max(shares.values())
            and self.fits_text(name)
            and self._is_of_what_is_asked(name, verdicts)
        ]
        self._suspects = tuple(likely[:MOST_MISTAKES_NAMED])
        self._failed = [
            verdict.evidence.problem
            for verdict in verdicts
            if isinstance(verdict, Failed)
        ]

    def names_for(self, verdict: Failed) -> tuple[str, ...]:
        """Return the ids of the mistakes that explain a failed exercise, if any do."""
        if not may_come_of_a_mistake(verdict.evidence.searched.outcome):
            return ()
        if self._suspects:
            return self._suspects
        if not self._is_right_when_fresh:
            return ()
        return (STATE_KEPT,) if self._is_right_anew(verdict.evidence.problem) else ()

    def _searches_of(self, verdicts: Sequence[Verdict]) -> Iterator[Done]:
        """Yield the searches of exercises that a mistake may explain.

        They are of trees that the program can be asked here, too.
        """
        for verdict in verdicts:
            for evidence in verdict.kept:
                outcome = evidence.searched.outcome
                is_asked = self._can_be_asked(evidence.problem)
                if is_asked and may_come_of_a_mistake(outcome):
                    yield evidence.problem, evidence.searched.finished

    @property
    def probed(self) -> Sequence[Done]:
        """Return the program's searches of the probes."""
        return self._probed

    @cached_property
    def _is_right_when_fresh(self) -> bool:
        """Return whether the failed searches are right, each in a process of its own.

        A program that answers by chance may be, once.
        """
        by_size = sorted(self._failed, key=lambda problem: len(problem.tree))
        return all(map(self._is_right_anew, by_size[:MOST_SEARCHED_ANEW]))

    def _is_right_anew(self, problem: Problem) -> bool:
        """Return whether a search is right in a process that made no other."""
        for done, was_right in self._searched_anew:
            if done is problem:
                return was_right
        is_right = False
        if self._going_on():
            checks = checks_in_any_form(problem, observe(problem), self._fresh(problem))
            is_right = all(checks[check] for check in self._asked_checks)
        self._searched_anew.append((problem, is_right))
        return is_right

    def _shares(self) -> dict[str, float]:
        """Return the mistakes that agree with the program, the best first.

        Beside each stands how well it explains the program: in how many forms, and in
        how many of the ways to make it in each, a search does alike. If a mistake
        agrees in all forms, and another in one where it happens to come to the same,
        the first is the likely one.
        """
        if not self._probe():
            return {}
        suspects = [*self._alike(), *self._with_its_constants()]
        agreeing = self._agreeing(suspects, self._probed)
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

    def _probe(self) -> bool:
        """Run the program on the probes; return whether a mistake may explain it.

        A program that always breaks has said so itself. A probe that the course's own
        code refuses is not counted: others are tried in its place.
        """
        stored_probes = list(filter(self._can_be_asked, probes(*self._book)))
        fits = self._ask(stored_probes)
        self._was_asked_all = (
            len(self._probed) == len(stored_probes) and not self._results
        )
        if len(self._probed) < len(stored_probes):
            fits = fits and self._ask(self._own_probes())
            if len(self._probed) + len(self._exercise_searches) < FEWEST_SEARCHES:
                return False
        return fits and any(observed for _, observed in self._probed)

    def _alike(self) -> list[Variant]:
        """Return the variants that may behave on the probes as the program did."""
        # The digests are of all probes, as they are stored.
        if self._was_asked_all:
            return alike(*self._book, self._probed)
        searches = sorted([*self._probed, *self._exercise_searches], key=_size)
        return alike_if_run(
            *self._book, lambda suspect: self._does_the_same(suspect, searches)
        )

    def _ask(self, problems: Iterable[Problem]) -> bool:
        """Run the program on some probes; return whether a mistake may explain it."""
        fits = True
        for stored in problems:
            if not self._going_on():
                return False
            problem = among(self._results, stored)
            outcome = self._search(problem).outcome
            if isinstance(outcome, Observation):
                self._probed.append((problem, outcome))
            elif outcome.cause in ENDED_BY_ITSELF:
                self._probed.append((problem, None))
                fits = fits and may_come_of_a_mistake(outcome)
            elif outcome.cause != NOT_ASKED:
                return False
        return fits

    def _own_probes(self) -> Iterator[Problem]:
        """Yield probes for a course that cannot express some of the stored ones.

        They are shaped as its own trees are.
        """
        yield from filter(self._can_be_asked, even_probes(*self._book))
        for exercise in self._exercises:
            match exercise:
                case GeneratedExercise(generate=Generate()):
                    drawn = filter(_is_small, problems_of(exercise))
                    by_size = sorted(drawn, key=lambda problem: -len(problem.tree))
                    yield from by_size[:MOST_OWN_PROBES]

    def fits_text(self, name: str) -> bool:
        """Return whether the claims of a mistake's text are true of the program.

        Each exercise that failed asks this again.
        """
        if name not in self._fitting:
            self._fitting[name] = self._fits_text(name)
        return self._fitting[name]

    def _fits_text(self, name: str) -> bool:
        finished = [(problem, done) for problem, done in self._probed if done]
        if name in NEVER_STOPS:  # neither where a leaf is infinite
            finished += [
                (problem, done) for problem, done in self._exercise_searches if done
            ]
        if not claims.hold(name, finished) or self.refutes(name):
            return False
        if name not in claims.CLAIMS:
            return True
        # If time runs out nothing is named, as not all was tried.
        searches = self._with_other_values
        return self._going_on() and claims.hold(name, searches)

    @cached_property
    def _with_other_values(self) -> Sequence[tuple[Problem, Observation]]:
        """The program's searches of probes and exercises, and with other values.

        Those that break are left out, and infinite values, of which no text speaks.
        """
        searches = [
            (problem, done)
            for problem, done in (*self._probed, *self._exercise_searches)
            if done and inf not in map(abs, filter(None, problem.tree.values))
        ]
        for other in revalued([problem for problem, _ in self._probed]):
            problem = among(self._results, other)
            observed = self._observed(problem) if self._going_on() else None
            if observed is not None:
                searches.append((problem, observed))
        return searches

    def refutes(self, name: str) -> bool:
        """Return whether the choices of the players show that a mistake is none."""
        choices = dict(zip(PLAYERS, self._choices, strict=False))
        if name in REFUTED:
            return REFUTED[name]([*choices.values()])
        if name == OTHER_BOUND:
            returned = [choice.returned_bound for choice in choices.values()]
            return not any(returned) and False in returned and self._has_windows
        if name == FINITE_INFINITY.id:
            return self._has_windows and self._limits_values
        if name == NO_WINDOW:
            return self._all_pass_an_end
        players = [player for player in NEVER_STOPS.get(name, ()) if player in choices]
        return any(
            choices[player].stops or self._stops_deeper(player) for player in players
        )

    @cached_property
    def _limits_values(self) -> bool:
        """Whether the program returns less than the best leaf of a player."""
        return any(self._players_who(limits))

    @cached_property
    def _all_pass_an_end(self) -> bool:
        """Whether the children of each player get an end of the window from above."""
        return tuple(self._players_who(passes_an_end)) == PLAYERS

    def _stops_deeper(self, player: str) -> bool:
        """Return whether a player stops early at some ply. It is asked once."""
        if player not in self._deep_stops:
            stops = stops_deeper(player, self._unlimited, self._observed)
            self._deep_stops[player] = stops
        return self._deep_stops[player]

    def _players_who(self, are_so: Callable[..., bool]) -> Iterator[str]:
        for player in PLAYERS[: len(self._choices)]:
            if are_so(player, self._unlimited, self._observed):
                yield player

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

        These have values no farther from 0, as a program's infinity may be finite, and
        a depth if the set's problems do, as a course's adapter may not know it.
        """
        farthest = max(
            (_farthest(problem) for problem, _ in self._exercise_searches), default=0
        )
        has_depth = any(
            problem.depth is not None for problem, _ in self._exercise_searches
        )
        near: list[Done] = []
        for problem, observed in self._probed:
            is_asked_so = has_depth or problem.depth is None
            if observed and is_asked_so and _farthest(problem) <= farthest:
                near.append((problem, observed))
        if len(near) + len(self._exercise_searches) < FEWEST_SEARCHES:
            return False
        return any(self._agreeing(variants(*self._book, name), near))

    def shows(self, name: str) -> bool:
        """Return whether the choices of the players show a mistake by themselves."""
        if name in NEVER_STOPS:
            return self._go_on() == NEVER_STOPS[name]
        is_shown = SHOWN.get(name)
        return is_shown is not None and any(map(is_shown, self._choices))

    def _go_on(self) -> tuple[str, ...]:
        """Return the players that never stop early where a right search does."""
        compared = zip(PLAYERS, self._choices, self._right_choices, strict=False)
        return tuple(
            player for player, choice, right in compared if choice.looks_on(right)
        )

    @cached_property
    def _choices(self) -> list[Choices]:
        """The choices of each player between leaves."""
        return self._choices_with(self._observed)

    @cached_property
    def _right_choices(self) -> list[Choices]:
        """The choices of each player in a right search."""
        return self._choices_with(observe)

    @property
    def _unlimited(self) -> Problem:
        """The problem that is asked, with the whole window and every ply."""
        return self._pattern._replace(window=(-inf, inf), depth=None)

    def _choices_with(
        self, search: Callable[[Problem], Observation | None]
    ) -> list[Choices]:
        pattern = self._unlimited
        if interfaces.load(pattern.interface).complete_binary:
            return []
        return [choices_of(player, pattern, search) for player in PLAYERS]

    def _observed(self, problem: Problem) -> Observation | None:
        """Return the observation of a search; None if it is not asked, or breaks."""
        values = {value for value in problem.tree.values if value is not None}
        has_results = not self._results or values <= {*self._results}
        if not has_results or not self._can_be_asked(problem):
            return None
        outcome = self._search(problem).outcome
        return outcome if isinstance(outcome, Observation) else None

    def _agreeing(
        self, suspects: Iterable[Variant], probed: Sequence[Done]
    ) -> Iterator[Variant]:
        """Yield one variant of each mistake that behaves as the program did."""
        # Small trees come first, and tell most apart.
        searches = sorted([*probed, *self._exercise_searches], key=_size)
        agreeing: set[str] = set()
        for suspect in suspects:
            name = suspect.misconception.id
            if name not in agreeing and self._does_the_same(suspect, searches):
                agreeing.add(name)
                yield suspect

    def _of_one_that_looks_everywhere(
        self, shares: Mapping[str, float], suspects: Sequence[Variant]
    ) -> dict[str, float]:
        """Return the mistakes that a program makes which looks at every leaf.

        Many come to that in a form that hardly anybody writes, so only those are left
        that do in the plain form. Who does not stop for both players is not told so of
        each.
        """
        in_plain_form = [suspect for suspect in suspects if not suspect.form]
        agreeing = self._agreeing(in_plain_form, self._probed)
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
        low, high = self._start("MAX", -inf), self._start("MIN", inf)
        if (abs(low), abs(high)) == (inf, inf) or 0 in (low, high):
            return
        ways = for_each_player(starting_with(low, high))
        for form, way in product(forms(self._pattern.interface), ways):
            if changed(*self._book, form + way):
                yield Variant(FINITE_INFINITY, way, form)

    def _start(self, player: str, leaf: Value) -> Value:
        """Return the number that stands for infinity in the program.

        A search of a node that has only infinitely bad leaves returns it.
        """
        tree = Tree.from_nested([leaf, leaf], player)
        problem = self._pattern._replace(tree=tree, window=(-inf, inf), depth=None)
        observed = self._observed(problem)
        if observed is None or isinstance(observed.value, str):
            return leaf
        return observed.value


def _size(searched: Done) -> int:
    """Return how many nodes the tree of a search has."""
    problem, _ = searched
    return len(problem.tree)


def _is_small(problem: Problem) -> bool:
    """Return whether a problem is small enough to be searched by many suspects."""
    return problem.isolate is None and len(problem.tree) <= LARGEST_REPEATED


def _farthest(problem: Problem) -> Value:
    """Return how far from 0 the finite values of a tree lie."""
    values = (abs(value) for value in problem.tree.values if value is not None)
    return max((value for value in values if value != inf), default=0)


def can_be_diagnosed(verdict: Verdict) -> bool:
    """Return whether an exercise takes part in the diagnosis.

    It does if it was run, and ended as a mistaken search may.
    """
    return not isinstance(verdict, NotRun) and all(
        may_come_of_a_mistake(evidence.searched.outcome) for evidence in verdict.kept
    )


def may_come_of_a_mistake(outcome: Observation | Failure) -> bool:
    """Return whether a mistake can be the reason for an outcome.

    It can if the search returned, or broke as a mistaken one may.
    """
    return isinstance(outcome, Observation) or outcome.cause == "raised"


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
