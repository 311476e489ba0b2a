"""The least that grading the core set can cost: the student's code, in this process, on the same trees.

python -m tests.benchmarks.core_set      prints the seconds of the searches alone
"""

import argparse
import importlib
import sys
import time
from typing import Any

from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import FixedExercise, Generate
from reference.problem import Problem
from tests.benchmarks.measure import PROJECT
from tests.benchmarks.searching import TEXTBOOK


def problems() -> list[Problem]:
    """Return as many trees, of the same kinds, as grading the core set searches."""
    found: list[Problem] = []
    for exercise in load_set(PROJECT / "exercises").exercises:
        if isinstance(exercise, FixedExercise):
            found.append(exercise.problem)
        elif isinstance(exercise.generate, Generate):
            # Exercises of every small tree are left out: they have a row of their own.
            found.extend(problems_of(exercise))
    return found


def searching_seconds() -> float:
    """Return the seconds that the student's code takes for all of them."""
    sys.path.insert(0, str(TEXTBOOK))
    student: Any = importlib.import_module("alphabeta")
    trees = problems()
    start = time.perf_counter()
    for problem in trees:
        function = (
            student.max_value if problem.tree.players[0] == "MAX" else student.min_value
        )
        function(problem.tree.root, *problem.window)
    return time.perf_counter() - start


def main() -> None:
    """Print the seconds."""
    printed = "Prints how many seconds a right program takes to search the trees of the core set, without grading."
    argparse.ArgumentParser(
        prog="python -m tests.benchmarks.core_set", description=printed
    ).parse_args()
    print(searching_seconds())


if __name__ == "__main__":
    main()
