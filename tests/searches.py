"""Search for repairs of a program in this process, as the engine does in its own."""

from typing import NamedTuple

from autograder.core.exercises.model import ExerciseSet
from autograder.explain.repair import answer
from autograder.explain.repair.costs import Repair
from autograder.explain.repair.program import Program
from autograder.explain.repair.search import Search
from autograder.explain.trials import trials, wide_trials, windowed_trials
from tests.explained import world_of


class Searched(NamedTuple):
    """A search that has run, and the repairs that it returned."""

    search: Search
    repairs: list[Repair]


def searched(source: str, exercises: ExerciseSet, seconds: float = 3) -> Searched:
    """Search for repairs of a program. It must be trusted: it runs in this process.

    seconds: whose work on an ordinary machine may be done.
    """
    of_exercises = map(answer.trial_of, trials(exercises.exercises))
    wide = map(answer.trial_of, wide_trials(exercises.exercises))
    windowed = map(answer.trial_of, windowed_trials(exercises.exercises))
    with world_of(exercises.assignment) as course:
        main = exercises.assignment.file.removesuffix(".py")
        program = Program({main: source}, main, course)
        search = Search(
            program,
            list(of_exercises),
            seconds,
            list(wide),
            windowed=list(windowed),
        )
        return Searched(search, search.run())
