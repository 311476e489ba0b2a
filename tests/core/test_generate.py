"""Generated trees: what the ranges say, the same for the same seed, and with ties."""

import json
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle
from math import inf
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from autograder.core.errors import InvalidExercises
from autograder.core.exercises import generate
from autograder.core.exercises.generate import first_failing, for_each_problem
from autograder.core.exercises.generated import varied
from autograder.core.exercises.load import load_exercise
from autograder.core.exercises.model import Assignment, Generate, GeneratedExercise
from reference.changes import observe
from reference.game import Tree, Value
from reference.problem import Problem
from tests.sets import cases, written
from tests.trees import PLAYERS, nested_trees

PATTERN = Problem(Tree.from_nested(0), prune_when="alpha > beta", bound="fail-hard")
WHOLE_WINDOW = (-inf, inf)
PLAIN = Assignment("t")
RANGES = [
    Generate(),
    Generate(depth=(1, 1), branching=(1, 1)),
    Generate(depth=(1, 3), branching=(1, 3), values=(-2, 2)),
    Generate(depth=(2, 3), branching=(3, 5), values=(-99, 99)),
    Generate(depth=(4, 7), branching=(2, 2), values=(-9, 9)),
    Generate(50, depth=(1, 9), branching=(4, 6), values=(-1, 0), infinities=True),
    Generate(depth=(3, 3), branching=(2, 3), values=(5, 5), windows=True),
    Generate(depth=(1, 4), values=(-3, 3), windows=True, infinities=True),
    Generate(depth=(1, 3), values=(-(2**53), 2**53)),
    Generate(depth=(1, 200), branching=(1, 1), values=(-(10**9), 10**9), windows=True),
]


def exercise_with(ranges: Generate, pattern: Problem = PATTERN) -> GeneratedExercise:
    return GeneratedExercise("id", "title", pattern, ranges)


def problems_of(ranges: Generate, pattern: Problem = PATTERN) -> list[Problem]:
    made: list[Problem] = []
    for_each_problem(exercise_with(ranges, pattern), made.append)
    return made


drawn_once = lru_cache(problems_of)


def leaf_values(tree: Tree) -> list[Value]:
    values = [tree.values[leaf] for leaf in tree.leaves()]
    return [value for value in values if value is not None]


def as_data(problem: Problem) -> list[Any]:
    return [list(problem.tree.first_child), list(problem.tree.values), problem.window]


@pytest.mark.parametrize("ranges", RANGES, ids=str)
def test_generated_trees_keep_to_their_ranges(ranges: Generate) -> None:
    problems = drawn_once(ranges)
    assert len(problems) == ranges.examples
    least, greatest = ranges.values
    for problem in problems:
        tree = problem.tree
        plies = {tree.ply(leaf) for leaf in tree.leaves()}
        assert ranges.depth[0] <= min(plies) <= max(plies) <= ranges.depth[1]
        children = {
            len(tree.children(node))
            for node in range(len(tree))
            if not tree.is_leaf(node)
        }
        assert (
            ranges.branching[0] <= min(children) <= max(children) <= ranges.branching[1]
        )
        values = leaf_values(tree)
        assert len(values) == sum(1 for _ in tree.leaves())
        finite = [value for value in values if abs(value) != inf]
        assert all(
            least <= value <= greatest and isinstance(value, int) for value in finite
        )
        assert ranges.infinities or finite == values
        assert [
            tree.values[node] for node in range(len(tree)) if not tree.is_leaf(node)
        ] == [None] * (len(tree) - len(values))
        alpha, beta = problem.window
        if ranges.windows:
            assert least - 1 <= alpha < beta <= greatest + 1
        else:
            assert problem.window == WHOLE_WINDOW


@pytest.mark.parametrize("root", ["MAX", "MIN"])
def test_generated_problems_keep_the_other_terms_of_their_pattern(root: str) -> None:
    pattern = PATTERN._replace(tree=Tree.from_nested(0, root))
    for problem in problems_of(Generate(examples=20), pattern):
        assert problem.tree.root.to_move == root
        assert problem._replace(tree=pattern.tree) == pattern


def test_generated_trees_reach_both_ends_of_their_ranges() -> None:
    ranges = Generate(
        200,
        depth=(2, 4),
        branching=(1, 3),
        values=(-3, 3),
        infinities=True,
        windows=True,
    )
    problems = problems_of(ranges)
    trees = [problem.tree for problem in problems]
    assert {tree.ply(leaf) for tree in trees for leaf in tree.leaves()} == {2, 3, 4}
    assert {
        len(tree.children(node)) for tree in trees for node in range(len(tree))
    } == {0, 1, 2, 3}
    assert {value for tree in trees for value in leaf_values(tree)} == {
        -inf,
        -3,
        -2,
        -1,
        0,
        1,
        2,
        3,
        inf,
    }
    assert {alpha for alpha, _ in (problem.window for problem in problems)} >= {-4, 0}
    assert {beta for _, beta in (problem.window for problem in problems)} >= {1, 4}


@pytest.mark.parametrize(
    ("values", "most"), [((0, 0), 3), ((0, 1), 8), ((-1, 1), 9), ((0, 1), 12)]
)
def test_few_values_leave_out_no_number_of_children(
    values: tuple[int, int], most: int
) -> None:
    ranges = Generate(120, depth=(1, 1), branching=(1, most), values=values)
    roots = Counter(len(problem.tree.children(0)) for problem in problems_of(ranges))
    assert set(roots) == set(range(1, most + 1))


class NotYetDrawn(Exception):
    """Carries the numbers of which the next is to be drawn."""

    def __init__(self, numbers: range) -> None:
        self.numbers = numbers


def chances_below(count: int) -> dict[int, float]:
    """Return how likely `_below` draws each number, from all draws that it may make.

    It draws from ranges here, not from strategies.
    """
    chances = defaultdict[int, float](float)
    unfinished: list[tuple[tuple[int, ...], float]] = [((), 1)]
    while unfinished:
        digits, chance = unfinished.pop()
        replayed = iter(digits)

        def draw(numbers: Any, replayed: Iterator[int] = replayed) -> Any:
            for digit in replayed:
                return digit
            raise NotYetDrawn(numbers)

        try:
            chances[generate._below(cast("DrawFn", draw), count)] += chance
        except NotYetDrawn as choice:
            of_each = chance / len(choice.numbers)
            unfinished += [((*digits, digit), of_each) for digit in choice.numbers]
    return chances


@pytest.mark.parametrize(
    "count", [1, 2, 99, 100, 101, 150, 198, 199, 300, 9_801, 9_802]
)
def test_no_number_of_a_range_is_drawn_much_more_often_than_others(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generate, "_numbers", range)
    chances = chances_below(count)
    assert set(chances) == set(range(count))
    assert max(chances.values()) < 2.1 / count


def test_generated_trees_often_have_ties() -> None:
    trees = [problem.tree for problem in problems_of(Generate(200, values=(-9, 9)))]
    trees = [tree for tree in trees if len(leaf_values(tree)) >= 6]
    tied = [
        tree for tree in trees if len(set(leaf_values(tree))) < len(leaf_values(tree))
    ]
    assert len(trees) > 20
    assert len(tied) > 0.75 * len(trees)


def test_equal_bounds_decide_in_many_generated_trees() -> None:
    """A difference between v ≥ beta and v > beta."""
    problems = problems_of(
        Generate(200, depth=(1, 3), values=(-2, 2)), Problem(PATTERN.tree)
    )
    strict = [problem._replace(prune_when="alpha > beta") for problem in problems]
    pairs = zip(problems, strict, strict=True)
    assert (
        sum(observe(one).visited != observe(other).visited for one, other in pairs) > 10
    )


def test_leaves_of_generated_trees_lie_at_different_depths() -> None:
    trees = [problem.tree for problem in problems_of(Generate(200))]
    uneven = [
        tree for tree in trees if len({tree.ply(leaf) for leaf in tree.leaves()}) > 1
    ]
    assert len(uneven) > 0.3 * len(trees)


def test_generated_windows_have_values_below_inside_and_above() -> None:
    """Values inside the window, at its ends and beyond each of them."""
    counts = Counter[str]()
    for problem in problems_of(Generate(200, values=(-5, 5), windows=True)):
        value = observe(problem._replace(window=WHOLE_WINDOW)).value
        alpha, beta = problem.window
        assert not isinstance(value, str)
        counts["low" if value <= alpha else "high" if value >= beta else "inside"] += 1
    assert min(counts["low"], counts["high"], counts["inside"]) > 20


# Seeds


PROGRAM = """
import json, numbers_around
from tests.core.test_generate import RANGES, as_data, problems_of
print(json.dumps([as_data(problem) for ranges in RANGES for problem in problems_of(ranges)]))
"""


def test_the_same_seed_makes_the_same_trees_in_any_process(tmp_path: Path) -> None:
    """Hypothesis likes to draw numbers that stand in the modules around it: here, in the other process only."""
    (tmp_path / "numbers_around.py").write_text(
        f"NUMBERS = {list(range(100, 600, 7))}\n"
    )
    path = os.pathsep.join([str(Path(__file__).parents[2]), str(tmp_path)])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(
        command, env=environment, cwd=tmp_path, check=True, capture_output=True
    )
    problems = [as_data(problem) for ranges in RANGES for problem in drawn_once(ranges)]
    assert json.loads(done.stdout) == json.loads(json.dumps(problems))


# Errors while trees are visited


def test_for_each_problem_passes_on_what_a_visit_raises() -> None:
    visited = []

    def visit(problem: Problem) -> None:
        visited.append(problem)
        if len(visited) >= 3:
            raise KeyError("third or later")

    with pytest.raises(KeyError, match="third or later"):
        for_each_problem(exercise_with(Generate()), visit)


@pytest.mark.parametrize("ranges", cases("large_ranges_are_drawn_quickly"), ids=str)
def test_large_ranges_are_drawn_quickly(ranges: dict[str, Any], tmp_path: Path) -> None:
    """They are drawn, without many a try that grows beyond what Hypothesis takes."""
    start = time.process_time()
    assert number_of_trees({"examples": 3, **ranges}, tmp_path) == 3
    assert time.process_time() - start < 5


@pytest.mark.parametrize("depth", [10, [1, 10], 11, 14, [1, 14], 200])
def test_complete_trees_are_refused_before_they_are_too_large_to_draw(
    depth: Any, tmp_path: Path
) -> None:
    ranges = {"examples": 2, "depth": depth}
    most = depth if isinstance(depth, int) else depth[1]
    if most <= 10:
        assert (
            number_of_trees(
                ranges, tmp_path, Assignment("t", interface="minimax_array")
            )
            == 2
        )
        return
    file = written(tmp_path / "01.json", {"title": "t", "generate": ranges})
    with pytest.raises(InvalidExercises, match="at most 10 plies") as refused:
        load_exercise(file, Assignment("t", interface="minimax_array"))
    assert [mistake.location for mistake in refused.value.mistakes] == [
        "generate.depth"
    ]


def test_ranges_that_are_too_large_are_refused_or_made_smaller(tmp_path: Path) -> None:
    """An exercise that loads must not break, or pass everyone, when it is graded."""
    assert number_of_trees(
        {"examples": 1, "depth": [2, 2], "branching": [70, 70]}, tmp_path
    ) in (None, 1)


def number_of_trees(
    ranges: dict[str, Any], folder: Path, assignment: Assignment = PLAIN
) -> int | None:
    """Return the number of trees that an exercise makes; None if it is refused when it is loaded."""
    try:
        exercise = load_exercise(
            written(folder / "01.json", {"title": "t", "generate": ranges}), assignment
        )
    except InvalidExercises:
        return None
    made: list[Problem] = []
    assert isinstance(exercise, GeneratedExercise)
    for_each_problem(exercise, made.append)
    return len(made)


# Looked through for one that fails


def test_first_failing_is_the_first_drawn_and_none_where_none_fails() -> None:
    drawn = problems_of(Generate())
    exercise = exercise_with(Generate())
    third = first_failing(
        exercise, lambda problem: as_data(problem) == as_data(drawn[2])
    )
    assert third is not None
    assert as_data(third) == as_data(drawn[2])
    assert first_failing(exercise, lambda problem: False) is None


def test_first_failing_tries_nothing_more_after_it() -> None:
    tried: list[Problem] = []

    def fails(problem: Problem) -> bool:
        tried.append(problem)
        return len(tried) == 3

    assert first_failing(exercise_with(Generate()), fails) is tried[-1]
    assert len(tried) == 3


# Varied: of the same kind as the tree that they are made of, and strangers to who knows that one


LARGEST = Generate(values=(-4, 4), infinities=True)
VALUES = st.sampled_from(list(LARGEST.utilities))
Shape = tuple["Shape", ...]


def shape(tree: Tree, node: int = 0) -> Shape:
    """Return a tree without its values and without the order of children."""
    return tuple(sorted(shape(tree, child) for child in tree.children(node)))


def ties(tree: Tree) -> list[int]:
    """Return how often the values of a tree occur, whichever they are."""
    return sorted(Counter(value for value in tree.values if value is not None).values())


def problems(evaluated: bool) -> st.SearchStrategy[Problem]:
    def problem(nested: object, to_move: str, evaluations: list[Value]) -> Problem:
        tree = Tree.from_nested(nested, to_move)
        if not evaluated:
            return Problem(tree, window=(-2, 3))
        drawn = cycle(evaluations)
        values = [next(drawn) if value is None else value for value in tree.values]
        return Problem(tree.with_values(values), "negamax", depth=2)

    return st.builds(
        problem, nested_trees(VALUES), PLAYERS, st.lists(VALUES, min_size=1)
    )


@given(
    problem=problems(evaluated=False) | problems(evaluated=True),
    seed=st.integers(0, 2**53 - 1),
)
def test_varied_keeps_shape_ties_and_terms_of_a_tree(
    problem: Problem, seed: int
) -> None:
    made = varied(problem, LARGEST.utilities, Random(seed))
    tree, old = made.tree, problem.tree
    assert made._replace(tree=old) == problem
    assert shape(tree) == shape(old)
    assert tree.players == old.players
    assert ties(tree) == ties(old)
    assert {value for value in tree.values if value is not None} <= set(
        LARGEST.utilities
    )
    evaluated = problem.depth is not None
    assert all(
        (value is None) == (not evaluated and not tree.is_leaf(node))
        for node, value in enumerate(tree.values)
    )


@given(problem=problems(evaluated=False), seed=st.integers(0, 2**53 - 1))
def test_varied_makes_the_same_tree_of_the_same_seed(
    problem: Problem, seed: int
) -> None:
    first, second = (
        varied(problem, LARGEST.utilities, Random(seed)).tree for _ in range(2)
    )
    assert (list(first.first_child), first.values) == (
        list(second.first_child),
        second.values,
    )


def test_varied_tree_cannot_be_inferred_from_a_known_original() -> None:
    """Whoever knows the tree, and sees the shape and the first looks, still finds every value at the next leaf."""
    problem = Problem(Tree.from_nested([[0, 1, 1], [2, 3, 0], [3, 4, -4]]))
    after_a_look: dict[Value, Counter[Value]] = {}
    for seed in range(2000):
        values = [
            v
            for v in varied(problem, range(-4, 5), Random(seed)).tree.values
            if v is not None
        ]
        after_a_look.setdefault(values[0], Counter())[values[-1]] += 1
    assert set(after_a_look) == set(range(-4, 5))
    for counts in after_a_look.values():
        assert set(counts) == set(range(-4, 5))
        assert max(counts.values()) < sum(counts.values()) / 3


def test_varied_reaches_every_order_of_children() -> None:
    problem = Problem(Tree.from_nested([[0, 0], 0, [0, [0, 0, 0]]]))
    shapes = {
        tuple(varied(problem, range(9), Random(seed)).tree.first_child)
        for seed in range(200)
    }
    # The root has 3! orders of its children, the node with one leaf child 2.
    assert len(shapes) == 12


def test_varied_turns_infinities_finite_and_finite_values_infinite() -> None:
    problem = Problem(Tree.from_nested([inf, 0]))
    made = {
        tuple(varied(problem, LARGEST.utilities, Random(seed)).tree.values[1:])
        for seed in range(300)
    }
    assert any(inf in pair for pair in made)
    assert any(-inf in pair for pair in made)
    assert any(inf not in pair and -inf not in pair for pair in made)
