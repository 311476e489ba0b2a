"""The interfaces agree with each other, and the exercise set of each takes no right search for a wrong one."""

import json
from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from autograder.core.exercises.documents import exercise_files
from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import Generate
from autograder.core.judging.judge import checks_in_any_form
from autograder.core.project import EXERCISES
from autograder.core.sandbox.outcome import Searched
from reference import interfaces
from reference.changes import observe
from reference.forms import fail_soft, forms
from reference.game import LeafValues, Looks, Tree, Value
from reference.problem import Observation, Problem, PruneWhen
from tests.trees import (
    ANY_VALUES,
    DECIDED,
    PLAYERS,
    TREES,
    complete_binary_trees,
    minimax,
    number,
)

NAMED = [
    name
    for name in interfaces.names()
    if (EXERCISES / name / "assignment.json").exists()
]
SETS = ["", *NAMED]
"""The core set, and the folders of exercises beside it."""

# --- Properties: one tree, many searches ---

finite = st.one_of(st.integers(-5, 5), st.sampled_from((0.5, -1.5, 2.25)))
windows = st.tuples(finite, finite).filter(lambda window: window[0] < window[1])
# The root must have children: alpha_beta_search returns one of its actions.
decisions = st.builds(Tree.from_nested, DECIDED, PLAYERS)
complete_trees = st.builds(Tree.from_nested, complete_binary_trees(), PLAYERS)


def problems(interface: str = "max_value/min_value") -> st.SearchStrategy[Problem]:
    """Return a tree of any shape with the full window."""
    return st.builds(
        lambda nested, to_move: Problem(Tree.from_nested(nested, to_move), interface),
        TREES,
        PLAYERS,
    )


@st.composite
def evaluated(draw: st.DrawFn) -> Tree:
    """Return a tree whose inner nodes have static evaluations too."""
    tree = Tree.from_nested(draw(TREES), draw(PLAYERS))
    return tree.with_values(
        [draw(ANY_VALUES) if value is None else value for value in tree.values]
    )


def clamped(value: Value, window: tuple[Value, Value]) -> Value:
    """Return the value, or the end of the window that is nearest to it."""
    return max(window[0], min(window[1], value))


def for_the_side_to_move(tree: Tree, value: Value) -> Value:
    return value if tree.players[0] == "MAX" else -value


def window_of_the_side_to_move(problem: Problem) -> tuple[Value, Value]:
    alpha, beta = problem.window
    return (alpha, beta) if problem.tree.players[0] == "MAX" else (-beta, -alpha)


def cut_at(tree: Tree, depth: int) -> Tree:
    """Return the tree with the nodes of a ply as its leaves. Its nodes keep their numbers."""
    if depth > tree.depth:
        return tree
    count = tree.level_start[depth + 1]
    first_of_level = tree.level_start[depth]
    child_counts = [
        len(tree.children(node)) if node < first_of_level else 0
        for node in range(count)
    ]
    return Tree(child_counts, tree.values[:count], tree.players[0])


@given(problems())
def test_minimax_follows_its_definition_and_visits_every_leaf(problem: Problem) -> None:
    tree = problem.tree
    observation = observe(problem._replace(interface="minimax"))
    assert observation.value == minimax(tree)
    assert observation.looks == tuple(tree.leaves())
    assert observe(problem).value == observation.value


@given(problems())
def test_every_alpha_beta_agrees_on_the_full_window(problem: Problem) -> None:
    expected = observe(problem)
    for interface in ("alpha_beta", "minimax_ab", "negamax"):
        observation = observe(problem._replace(interface=interface))
        value = (
            for_the_side_to_move(problem.tree, number(observation.value))
            if interface == "negamax"
            else observation.value
        )
        assert (interface, value, observation.looks) == (
            interface,
            expected.value,
            expected.looks,
        )


@given(problems(), windows)
def test_every_alpha_beta_agrees_on_finite_windows(
    problem: Problem, window: tuple[Value, Value]
) -> None:
    problem = problem._replace(window=window)
    true, expected = minimax(problem.tree), observe(problem)
    assert clamped(number(expected.value), window) == clamped(true, window)
    one_function = observe(problem._replace(interface="alpha_beta"))
    assert (one_function.value, one_function.looks) == (expected.value, expected.looks)
    fail_hard = observe(problem._replace(interface="minimax_ab"))
    assert clamped(number(fail_hard.value), window) == clamped(true, window)
    assert fail_hard.looks == expected.looks
    if not any(problem.tree.is_leaf(node) for node in (0, *problem.tree.children(0))):
        # Only a leaf's own score may come back from beyond the window.
        assert fail_hard.value == clamped(true, window)


@given(problems("minimax_ab"), windows, st.floats() | st.integers())
@example(Problem(Tree.from_nested(9), "minimax_ab"), (2, 5), 7)
@example(
    Problem(Tree.from_nested([[1], 0], "MIN"), "minimax_ab", prune_when="alpha > beta"),
    (2, 4),
    1,
)
def test_minimax_ab_may_answer_the_end_of_the_window_or_a_leafs_own_score(
    problem: Problem, window: tuple[Value, Value], returned: Value
) -> None:
    """What lies between them is what a fail-soft search may return, and the interface is fail-hard."""
    problem = problem._replace(window=window)
    true, result = minimax(problem.tree), number(observe(problem).value)
    end = clamped(true, window)
    accepts = interfaces.load("minimax_ab").accepts
    assert accepts(problem, result, result)
    assert accepts(problem, result, end)
    assert accepts(problem, result, returned) == (returned in (result, end))


@given(problems("negamax"), windows)
def test_negamax_agrees_on_finite_windows(
    problem: Problem, window: tuple[Value, Value]
) -> None:
    """The window is that of the side to move. Eppstein's return and the fail-soft one differ only outside of it."""
    tree = problem.tree
    problem = problem._replace(window=window)
    of_max = problem._replace(
        interface="max_value/min_value", window=window_of_the_side_to_move(problem)
    )
    expected = observe(of_max)
    observation, soft = observe(problem), observe(problem, (fail_soft(),))
    best = for_the_side_to_move(tree, number(expected.value))
    assert observation.looks == soft.looks == expected.looks
    assert soft.value == best
    end = clamped(best, window)
    assert min(best, end) <= number(observation.value) <= max(best, end)
    accepts = interfaces.load("negamax").accepts
    assert all(
        accepts(problem, observation.value, value)
        for value in (observation.value, best, end)
    )
    assert accepts(problem._replace(bound="fail-soft"), observation.value, best)
    assert accepts(problem._replace(bound="fail-hard"), observation.value, end)


@given(
    complete_trees,
    st.one_of(st.just((-inf, inf)), windows),
    st.sampled_from(("alpha >= beta", "alpha > beta")),
)
def test_minimax_array_searches_as_the_tree_is_searched(
    tree: Tree, window: tuple[Value, Value], prune_when: PruneWhen
) -> None:
    problem = Problem(tree, window=window, prune_when=prune_when)
    assert observe(problem._replace(interface="minimax_array")) == observe(problem)


@given(decisions)
def test_alpha_beta_search_takes_the_first_of_the_best_actions(tree: Tree) -> None:
    problem = Problem(tree, "alpha_beta_search")
    observation = observe(problem)
    values = {tree.name(child): minimax(tree, child) for child in tree.children(0)}
    best = max if tree.players[0] == "MAX" else min
    # Max and min take the first.
    assert observation.value == best(values, key=lambda name: values[name])
    assert (
        observation.looks
        == observe(problem._replace(interface="max_value/min_value")).looks
    )


@given(problems("aspiration_search"), finite, st.sampled_from((0.25, 0.5, 1, 2, 3)))
def test_aspiration_search_is_exact_and_starts_with_the_window(
    problem: Problem, guess: Value, epsilon: Value
) -> None:
    window = (guess - epsilon, guess + epsilon)
    true = minimax(problem.tree)
    observation = observe(problem._replace(guess=guess, epsilon=epsilon))
    first_pass = observe(
        problem._replace(interface="max_value/min_value", window=window)
    ).looks
    whole = observe(problem._replace(interface="max_value/min_value")).looks
    assert observation.value == true
    assert observation.looks == (
        first_pass if window[0] < true < window[1] else first_pass + whole
    )


@given(evaluated(), st.integers(0, 6), st.one_of(st.just((-inf, inf)), windows))
def test_a_horizon_is_a_tree_that_ends_there(
    tree: Tree, depth: int, window: tuple[Value, Value]
) -> None:
    limited = Problem(tree, "alpha_beta", window, depth)
    cut = Problem(cut_at(tree, depth), "max_value/min_value", window)
    assert observe(limited) == observe(cut)
    assert not list(interfaces.mistakes(limited))
    names = [tree.name(node) for node in observe(limited).visited]
    assert names == [cut.tree.name(node) for node in observe(cut).visited]
    assert observe(limited).pruned(tree, depth) == observe(cut).pruned(cut.tree)
    negamax = limited._replace(
        interface="negamax", window=window_of_the_side_to_move(limited)
    )
    observation = observe(negamax, (fail_soft(),))
    assert for_the_side_to_move(tree, number(observation.value)) == observe(cut).value
    assert observation.looks == observe(negamax).looks == observe(cut).looks


STRICT = [
    name
    for name in interfaces.names()
    if interfaces.load(name).windowed and name != "minimax_array"
]


@given(problems(), st.sampled_from(STRICT))
def test_strict_pruning_finds_the_same_value_and_visits_no_fewer_leaves(
    problem: Problem, interface: str
) -> None:
    assume(interface != "alpha_beta_search" or not problem.tree.is_leaf(0))
    problem = problem._replace(interface=interface, guess=0, epsilon=2)
    strict = observe(problem._replace(prune_when="alpha > beta"))
    assert strict.value == observe(problem).value
    assert set(strict.looks) >= set(observe(problem).looks)


@given(problems(), windows)
def test_strict_conventions_agree_on_finite_windows(
    problem: Problem, window: tuple[Value, Value]
) -> None:
    """Beyond the window another bound may be proved, as the search goes on if it was equal."""
    problem = problem._replace(window=window)
    strict = problem._replace(prune_when="alpha > beta")
    assert clamped(number(observe(strict).value), window) == clamped(
        number(observe(problem).value), window
    )
    assert set(observe(strict).looks) >= set(observe(problem).looks)
    one_function = observe(strict._replace(interface="alpha_beta"))
    assert (one_function.value, one_function.looks) == (
        observe(strict).value,
        observe(strict).looks,
    )


# --- The sequence of the leaves' values ---


def leaves_of(values: list[Value]) -> tuple[LeafValues, list[int]]:
    """Return the sequence for some values, and the record of looks, as places in it."""
    level: list[Any] = values
    while len(level) > 1:
        level = [level[index : index + 2] for index in range(0, len(level), 2)]
    looks = Looks(Tree.from_nested(level[0]))
    return looks.leaf_values, looks.nodes


arrays = st.integers(0, 4).flatmap(
    lambda depth: st.lists(ANY_VALUES, min_size=2**depth, max_size=2**depth)
)
places = st.one_of(st.none(), st.integers(-20, 20))
slices = st.builds(slice, places, places, places.filter(lambda step: step != 0))


@given(arrays, st.integers(-20, 20))
def test_reading_one_value_is_one_look(values: list[Value], index: int) -> None:
    leaves, visited = leaves_of(values)
    first = len(values) - 1
    try:
        expected = values[index]
    except IndexError:
        with pytest.raises(IndexError, match=f"only {len(values)} leaves"):
            leaves[index]
        assert visited == []
    else:
        assert leaves[index] == expected
        assert visited == [first + index % len(values)]


@given(arrays, slices)
def test_a_slice_is_a_list_and_looks_at_each_element(
    values: list[Value], part: slice
) -> None:
    leaves, visited = leaves_of(values)
    elements = leaves[part]
    assert type(elements) is list
    assert elements == values[part]
    assert visited == [len(values) - 1 + index for index in range(len(values))[part]]


def position(values: Any, value: Value, *bounds: int) -> int | None:
    """Return the place of a value; None if there is none."""
    try:
        index: int = values.index(value, *bounds)
    except ValueError:
        return None
    return index


READINGS: dict[str, Callable[[Any, Value], object]] = {
    "len": lambda values, value: len(values),
    "bool": lambda values, value: bool(values),
    "list": lambda values, value: list(values),
    "for": lambda values, value: [element for element in values],  # noqa: C416
    "unpacking": lambda values, value: [*values],
    "reversed": lambda values, value: list(reversed(values)),
    "enumerate": lambda values, value: list(enumerate(values)),
    "in": lambda values, value: value in values,
    "not in": lambda values, value: value not in values,
    "index": position,
    "index from": lambda values, value: position(values, value, 1),
    "index between": lambda values, value: position(values, value, -3, -1),
    "count": lambda values, value: values.count(value),
    "max": lambda values, value: max(values),
    "sorted": lambda values, value: sorted(values),
    "sum of a slice": lambda values, value: sum(values[1::2]),
}
LOOKS: dict[str, Callable[[list[Value], Value], list[int]]] = {
    "len": lambda values, value: [],
    "bool": lambda values, value: [],
    "reversed": lambda values, value: list(range(len(values)))[::-1],
    "in": lambda values, value: up_to(values, value),
    "not in": lambda values, value: up_to(values, value),
    "index": lambda values, value: up_to(values, value),
    "index from": lambda values, value: up_to(values, value, 1),
    "index between": lambda values, value: up_to(
        values, value, max(0, len(values) - 3), max(0, len(values) - 1)
    ),
    "sum of a slice": lambda values, value: list(range(len(values)))[1::2],
}
"""The places that a reading looks at, in order; by default all of them from left to right."""


def up_to(
    values: list[Value], value: Value, start: int = 0, stop: int | None = None
) -> list[int]:
    """Return the places up to the first with a value, or all if there is none."""
    stop = len(values) if stop is None else stop
    index = position(values, value, start, stop)
    return list(range(start, stop if index is None else index + 1))


@pytest.mark.parametrize("reading", READINGS)
@given(values=arrays, value=ANY_VALUES)
@settings(max_examples=40)
def test_the_sequence_reads_like_a_list(
    reading: str, values: list[Value], value: Value
) -> None:
    leaves, visited = leaves_of(values)
    result, expected = (
        READINGS[reading](leaves, value),
        READINGS[reading](values, value),
    )
    assert repr(result) == repr(expected)  # inf - inf is nan, which equals nothing
    places = LOOKS[reading](values, value) if reading in LOOKS else range(len(values))
    assert visited == [len(values) - 1 + index for index in places]


def test_the_sequence_cannot_be_written() -> None:
    leaves: Any = leaves_of([1, 2])[0]
    with pytest.raises(TypeError):
        leaves[0] = 5
    with pytest.raises(TypeError):
        del leaves[0]


# --- The exercise sets ---


@lru_cache
def fixed(name: str) -> list[tuple[Problem, Observation]]:
    """Return the problems of a set's exercises with one tree, and what the textbook does."""
    return [
        (exercise.problem, observe(exercise.problem))
        for exercise in load_set(EXERCISES / name).fixed
    ]


@lru_cache
def generated(name: str) -> list[tuple[Problem, Observation]]:
    """Return the problems of a set's exercises with drawn trees."""
    problems: list[Problem] = []
    for exercise in load_set(EXERCISES / name).generated:
        if isinstance(exercise.generate, Generate):
            problems.extend(problems_of(exercise))
    return [(problem, observe(problem)) for problem in problems]


@pytest.mark.parametrize("name", SETS)
def test_checks_hold_for_every_right_form_of_the_search(name: str) -> None:
    for problem in (
        problem._replace(isolate=None, bound="either")
        for problem, _ in (*fixed(name), *generated(name))
    ):
        for form in forms(problem.interface):
            assert all(
                checks_in_any_form(
                    problem, observe(problem), Searched(observe(problem, form))
                ).values()
            ), form


@pytest.mark.parametrize("name", SETS)
def test_set_has_few_enough_trees_to_be_graded_quickly(name: str) -> None:
    """The core set has about 300 generated trees, few of them large: what a run of about a second allows."""
    many = 1 if name else 3
    assert 8 * many <= len(load_set(EXERCISES / name).exercises) <= 15 * many
    assert 80 * many <= len(generated(name)) <= 120 * many
    assert (
        sum(len(problem.tree) for problem, _ in (*fixed(name), *generated(name)))
        < 20_000
    )
    assert (
        sum(len(expected.looks) for _, expected in (*fixed(name), *generated(name)))
        < 5_000
    )


@pytest.mark.parametrize("name", SETS)
@pytest.mark.of("reference.interfaces.*")
def test_exercise_files_have_a_number_a_hint_and_expected_answers(name: str) -> None:
    files = exercise_files(EXERCISES / name)
    assert len({file.stem[3:] for file in files}) == len(files)
    for index, file in enumerate(files, 1):
        document = json.loads(file.read_text("utf-8"))
        assert (file.name[:3], document["number"].lstrip("0")) == (
            f"{index:02}_",
            str(index),
        ), file
        assert document["hint"], file
        assert document["tags"], file
        answer = "action" if name == "alpha_beta_search" else "value"
        assert "tree" not in document or document["expected"].keys() > {answer}, file


@pytest.mark.parametrize(
    ("number", "visited", "leaves"),
    [
        (1, 7, 9),
        (2, 7, 9),
        (3, 5, 8),
        (4, 14, 25),
        (5, 6, 12),
        (6, 5, 8),
        (7, 7, 8),
        (19, 17, 81),
        (20, 81, 81),
    ],
)
def test_leaf_counts_stated_in_the_sources_are_right(
    number: int, visited: int, leaves: int
) -> None:
    problem, expected = fixed("")[number - 1]
    assert (len(expected.visited), sum(1 for _ in problem.tree.leaves())) == (
        visited,
        leaves,
    )


def test_sets_use_every_convention_bound_and_player() -> None:
    """Both pruning conventions and all three bounds occur, on finite windows too, and MAX and MIN at the root."""
    everything = [
        problem for name in SETS for problem, _ in (*fixed(name), *generated(name))
    ]
    with_window = [problem for problem in everything if problem.window != (-inf, inf)]
    for problems in (everything, with_window):
        assert {problem.prune_when for problem in problems} == {
            "alpha >= beta",
            "alpha > beta",
        }
        assert {problem.bound for problem in problems} == {
            "either",
            "fail-soft",
            "fail-hard",
        }
    for name in SETS:
        assert {problem.tree.players[0] for problem, _ in fixed(name)} == {"MAX", "MIN"}


def test_aspiration_set_has_every_outcome_of_the_first_window() -> None:
    cases = set()
    for problem, expected in fixed("aspiration_search"):
        assert problem.guess is not None
        assert problem.epsilon is not None
        low, high = problem.guess - problem.epsilon, problem.guess + problem.epsilon
        first = number(
            observe(
                problem._replace(interface="max_value/min_value", window=(low, high))
            ).value
        )
        true = number(expected.value)
        if first in (low, high):
            cases.add(
                f"{'low' if first == low else 'high'} end, {'the value' if true == first else 'a bound'}"
            )
        else:
            cases.add(
                "inside"
                if low < first < high
                else "fail low"
                if first < low
                else "fail high"
            )
    ends = {
        f"{end} end, {outcome}"
        for end in ("low", "high")
        for outcome in ("the value", "a bound")
    }
    assert cases == {"inside", "fail low", "fail high"} | ends


def test_array_set_has_trees_of_every_depth() -> None:
    for problems in (fixed("minimax_array"), generated("minimax_array")):
        assert {problem.tree.depth for problem, _ in problems} == {1, 2, 3, 4, 5}
