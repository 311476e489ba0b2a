"""A failed program, and its searches of probe trees.

Whatever is asked of the program beyond its exercises is asked here: the probes, the
same trees with other values, a node of two leaves. What it is compared with stands in
`diagnosis`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from math import inf

from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.model import (
    Assignment,
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
    MOST_OWN_PROBES,
    MOST_SEARCHED_ANEW,
)
from autograder.core.sandbox.outcome import Failure
from autograder.explain.choices import (
    Choices,
    choices_of,
    limits,
    passes_an_end,
    stops_deeper,
)
from autograder.explain.probe_trees import (
    among,
    can_be_asked,
    even_probes,
    few_results,
    probes,
    revalued,
)
from reference import interfaces
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Observation, Problem, PruneWhen

Done = tuple[Problem, Observation | None]
"""A problem, and the observation of its search; None if the search broke."""
NOT_ASKED = "adapter"
"""The cause of a failed search if the course's own code cannot express a tree."""
ENDED_BY_ITSELF = ("raised", "not a value")
"""The causes of a failed search after which the program can search again."""
PLAYERS = ("MAX", "MIN")


class ProbedProgram:
    """A failed program that is asked for more searches, through one interface.

    book: the interface and the convention whose textbook is right. pattern: the problem
    that is asked, with other trees. on_probes: its searches of the probes.
    in_exercises: those of the exercises that a mistake may explain. has_windows:
    whether it is sure to get the window of a search. was_asked_all: whether the probes
    are all those that are stored. can_be_explained: whether what it did on the probes
    may come of a mistake.
    """

    def __init__(
        self,
        verdicts: Sequence[Verdict],
        assignment: Assignment,
        search: Search,
        fresh: Search,
        going_on: Callable[[], bool],
    ) -> None:
        """Ask the program for its searches of the probes.

        The arguments are those of a `Diagnosis`.
        """
        self._search = search
        self._fresh = fresh
        self._going_on = going_on
        self.pattern = verdicts[0].exercise.pattern._replace(isolate=None)
        self.book: tuple[str, PruneWhen] = (
            self.pattern.interface,
            assignment.prune_when,
        )
        exercise_problems = [verdict.exercise.pattern for verdict in verdicts]
        self.has_windows = assignment.adapter is None or any(
            problem.window != (-inf, inf) for problem in exercise_problems
        )
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
        self._failed = [
            verdict.evidence.problem
            for verdict in verdicts
            if isinstance(verdict, Failed)
        ]
        self._searched_anew: list[tuple[Problem, bool]] = []
        """The failed searches that were made in a new process, and whether rightly."""
        self._deep_stops: dict[str, bool] = {}
        """By player, whether it stops early at some ply, where that was asked."""
        self.in_exercises = list(self._searches_of(verdicts))
        self.on_probes: list[Done] = []
        self.was_asked_all = True
        self.can_be_explained = self._probe()

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

    def _probe(self) -> bool:
        """Run the program on the probes; return whether a mistake may explain it.

        A program that always breaks has said so itself. A probe that the course's own
        code refuses is not counted: others are tried in its place.
        """
        stored_probes = list(filter(self._can_be_asked, probes(*self.book)))
        fits = self._ask(stored_probes)
        self.was_asked_all = (
            len(self.on_probes) == len(stored_probes) and not self._results
        )
        if len(self.on_probes) < len(stored_probes):
            fits = fits and self._ask(self._own_probes())
            if len(self.on_probes) + len(self.in_exercises) < FEWEST_SEARCHES:
                return False
        return fits and any(observed for _, observed in self.on_probes)

    def _ask(self, problems: Iterable[Problem]) -> bool:
        """Run the program on some probes; return whether a mistake may explain it."""
        fits = True
        for stored in problems:
            if not self._going_on():
                return False
            problem = among(self._results, stored)
            outcome = self._search(problem).outcome
            if isinstance(outcome, Observation):
                self.on_probes.append((problem, outcome))
            elif outcome.cause in ENDED_BY_ITSELF:
                self.on_probes.append((problem, None))
                fits = fits and may_come_of_a_mistake(outcome)
            elif outcome.cause != NOT_ASKED:
                return False
        return fits

    def _own_probes(self) -> Iterator[Problem]:
        """Yield probes for a course that cannot express some of the stored ones.

        They are shaped as its own trees are.
        """
        yield from filter(self._can_be_asked, even_probes(*self.book))
        for exercise in self._exercises:
            match exercise:
                case GeneratedExercise(generate=Generate()):
                    drawn = filter(_is_small, problems_of(exercise))
                    by_size = sorted(drawn, key=lambda problem: -len(problem.tree))
                    yield from by_size[:MOST_OWN_PROBES]

    @cached_property
    def is_right_when_fresh(self) -> bool:
        """Return whether the failed searches are right, each in a process of its own.

        A program that answers by chance may be, once.
        """
        by_size = sorted(self._failed, key=lambda problem: len(problem.tree))
        return all(map(self.is_right_anew, by_size[:MOST_SEARCHED_ANEW]))

    def is_right_anew(self, problem: Problem) -> bool:
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

    def observed(self, problem: Problem) -> Observation | None:
        """Return the observation of a search; None if it is not asked, or breaks."""
        values = {value for value in problem.tree.values if value is not None}
        has_results = not self._results or values <= {*self._results}
        if not has_results or not self._can_be_asked(problem):
            return None
        outcome = self._search(problem).outcome
        return outcome if isinstance(outcome, Observation) else None

    @cached_property
    def with_other_values(self) -> Sequence[tuple[Problem, Observation]]:
        """The program's searches of probes and exercises, and with other values.

        Those that break are left out, and infinite values, of which no text speaks.
        """
        searches = [
            (problem, done)
            for problem, done in (*self.on_probes, *self.in_exercises)
            if done and is_finite(problem)
        ]
        for other in revalued([problem for problem, _ in self.on_probes]):
            problem = among(self._results, other)
            observed = self.observed(problem) if self._going_on() else None
            if observed is not None:
                searches.append((problem, observed))
        return searches

    def start(self, player: str, leaf: Value) -> Value:
        """Return the number that stands for infinity in the program.

        A search of a node that has only infinitely bad leaves returns it.
        """
        tree = Tree.from_nested([leaf, leaf], player)
        problem = self.pattern._replace(tree=tree, window=(-inf, inf), depth=None)
        observed = self.observed(problem)
        if observed is None or isinstance(observed.value, str):
            return leaf
        return observed.value

    @cached_property
    def limits_values(self) -> bool:
        """Whether the program returns less than the best leaf of a player."""
        return any(self._players_who(limits))

    @cached_property
    def all_pass_an_end(self) -> bool:
        """Whether the children of each player get an end of the window from above."""
        return tuple(self._players_who(passes_an_end)) == PLAYERS

    def stops_deeper(self, player: str) -> bool:
        """Return whether a player stops early at some ply. It is asked once."""
        if player not in self._deep_stops:
            stops = stops_deeper(player, self._unlimited, self.observed)
            self._deep_stops[player] = stops
        return self._deep_stops[player]

    def _players_who(self, are_so: Callable[..., bool]) -> Iterator[str]:
        for player in PLAYERS[: len(self.choices)]:
            if are_so(player, self._unlimited, self.observed):
                yield player

    @cached_property
    def choices(self) -> list[Choices]:
        """The choices of each player between leaves."""
        return self._choices_with(self.observed)

    @cached_property
    def right_choices(self) -> list[Choices]:
        """The choices of each player in a right search."""
        return self._choices_with(observe)

    @property
    def _unlimited(self) -> Problem:
        """The problem that is asked, with the whole window and every ply."""
        return self.pattern._replace(window=(-inf, inf), depth=None)

    def _choices_with(
        self, search: Callable[[Problem], Observation | None]
    ) -> list[Choices]:
        pattern = self._unlimited
        if interfaces.load(pattern.interface).complete_binary:
            return []
        return [choices_of(player, pattern, search) for player in PLAYERS]


def _is_small(problem: Problem) -> bool:
    """Return whether a problem is small enough to be searched by many suspects."""
    return problem.isolate is None and len(problem.tree) <= LARGEST_REPEATED


def is_finite(problem: Problem) -> bool:
    """Return whether no leaf of a tree is infinite."""
    return inf not in map(abs, filter(None, problem.tree.values))


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
