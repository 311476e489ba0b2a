"""Searches in the sandbox: what a leaf costs there, and what a generated tree costs from its drawing to its verdict."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.core.exercises.generate import SETTINGS, for_each_problem
from autograder.core.exercises.model import Generate, GeneratedExercise, Limits
from autograder.core.judging.judge import checks_in_any_form
from autograder.core.sandbox.outcome import Failure
from autograder.core.sandbox.program import Sandbox
from autograder.core.sandbox.staging import staged
from autograder.core.sandbox.submission import find_submission
from reference.game import Tree
from reference.observe import observe
from reference.problem import Observation, Problem
from tests.benchmarks.measure import PROJECT
from tests.benchmarks.trees import worst_ordered

TEXTBOOK = PROJECT / "tests" / "submissions" / "textbook"
LIMITS = Limits(seconds=120, cpu_seconds=120, memory_mb=2048)
PATTERN = Problem(Tree.from_nested(0))
EXAMPLES = 100
RANGES = Generate(EXAMPLES, depth=(3, 3), branching=(2, 4), values=(-9, 9), seed=1)


@contextmanager
def sandbox() -> Iterator[Sandbox]:
    """Yield the textbook's submission, loaded and shut in with every layer."""
    deadline = time.monotonic() + LIMITS.run_seconds
    with (
        staged(find_submission(TEXTBOOK, "alphabeta.py")) as folder,
        Sandbox(
            folder, "alphabeta.py", ("max_value", "min_value"), LIMITS, deadline
        ) as loaded,
    ):
        assert not isinstance(loaded.load().outcome, Failure)
        yield loaded


def leaf_seconds(
    loaded: Sandbox, branching: int = 10, plies: int = 4
) -> Callable[[], float]:
    """Measure a search in which every leaf is visited: its time over the number of leaves."""
    problem = Problem(Tree.from_nested(worst_ordered(branching, plies)))

    def measure() -> float:
        start = time.perf_counter()
        search_result = loaded.search(problem).outcome
        seconds = time.perf_counter() - start
        assert isinstance(search_result, Observation)
        assert len(search_result.looks) == branching**plies
        return seconds / len(search_result.looks)

    return measure


class Compared:
    """Generated problems searched in a sandbox and compared with the textbook's search."""

    def __init__(self, loaded: Sandbox) -> None:
        self._loaded = loaded
        self.trees = 0
        self.leaves = 0

    def visit(self, problem: Problem) -> None:
        search_result = self._loaded.search(problem)
        checks_in_any_form(problem, observe(problem), search_result)
        self.trees += 1
        self.leaves += sum(1 for _ in problem.tree.leaves())

    def ours(self) -> float:
        """Return the seconds for a tree that `autograder.core.exercises.generate` draws."""
        return self._a_tree(
            lambda: for_each_problem(
                GeneratedExercise("id", "title", PATTERN, RANGES), self.visit
            )
        )

    def recursive(self) -> float:
        """Return the seconds for a tree from Hypothesis' own recursive strategy."""

        @settings(SETTINGS, max_examples=EXAMPLES)
        @given(recursive_trees())
        def visit_each(nested: Any) -> None:
            self.visit(PATTERN._replace(tree=Tree.from_nested(nested)))

        return self._a_tree(visit_each)

    def _a_tree(self, run: Callable[[], None]) -> float:
        before, start = self.trees, time.perf_counter()
        run()
        return (time.perf_counter() - start) / (self.trees - before)


def recursive_trees() -> st.SearchStrategy[Any]:
    """Return a strategy of trees with 20 leaves or more on average, as one would write it first."""
    return st.recursive(
        st.integers(), lambda nodes: st.lists(nodes, min_size=2), max_leaves=100
    )
