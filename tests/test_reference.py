"""The textbook's search: what it returns, what it looks at, and how it grows with the tree."""

import random
import sys
import time
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.limits import MOST_PLIES
from reference import interfaces
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Bound, Observation, Problem, PruneWhen
from tests.trees import FEW_VALUES, PLAYERS, Nested, map_leaves, minimax, nested_trees, number, uniform, windows

CONVENTIONS: list[PruneWhen] = ["alpha >= beta", "alpha > beta"]
FULL = (-inf, inf)
accepts = interfaces.load("max_value/min_value").accepts
AIMA: Nested = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]

conventions = st.sampled_from(CONVENTIONS)


def search(
    tree: Nested,
    to_move: str = "MAX",
    window: tuple[Value, Value] = FULL,
    prune_when: PruneWhen = "alpha >= beta",
    *,
    calls: bool = False,
) -> tuple[Problem, Observation]:
    problem = Problem(Tree.from_nested(tree, to_move), window=window, prune_when=prune_when)
    return problem, observe(problem, calls=calls)


# What it returns


@settings(max_examples=300)
@given(nested_trees(), PLAYERS, windows(), conventions)
def test_value_is_a_bound_outside_the_window(
    tree: Nested, to_move: str, window: tuple[Value, Value], prune_when: PruneWhen
) -> None:
    _, found = search(tree, to_move, window, prune_when)
    alpha, beta = window
    value, exact = number(found.value), minimax(Tree.from_nested(tree, to_move))
    if alpha < value < beta:
        assert value == exact
    elif value <= alpha:
        assert value >= exact
    else:
        assert value <= exact


@pytest.mark.parametrize("prune_when", CONVENTIONS)
@pytest.mark.parametrize(
    ("tree", "to_move", "window", "value"),
    [
        ([[5, 2], [4, 1]], "MAX", (6, 10), 5),  # the better of two upper bounds
        ([[7, 8], [5, 9]], "MAX", (0, 6), 7),  # a lower bound: the first that is enough
        ([[5, 2], [4, 1]], "MIN", (0, 3), 4),
        ([[2, 1], [0, 9]], "MIN", (3, 8), 2),
    ],
)
def test_search_is_fail_soft(
    prune_when: PruneWhen, tree: Nested, to_move: str, window: tuple[Value, Value], value: Value
) -> None:
    _, found = search(tree, to_move, window, prune_when)
    assert found.value == value


# What it looks at


@settings(max_examples=300)
@given(nested_trees(), PLAYERS, windows(), conventions)
def test_visited_and_pruned_part_the_leaves(
    tree: Nested, to_move: str, window: tuple[Value, Value], prune_when: PruneWhen
) -> None:
    problem, found = search(tree, to_move, window, prune_when)
    leaves = tuple(problem.tree.leaves())
    assert found.looks == found.visited
    assert found.visited == tuple(leaf for leaf in leaves if leaf in found.looks)
    assert found.pruned(problem.tree) == tuple(leaf for leaf in leaves if leaf not in found.looks)


@given(nested_trees(FEW_VALUES), PLAYERS, windows(FEW_VALUES), conventions, st.integers(1, 9), st.integers(-99, 99))
def test_only_the_order_of_values_matters(
    tree: Nested, to_move: str, window: tuple[Value, Value], prune_when: PruneWhen, factor: int, shift: int
) -> None:
    _, found = search(tree, to_move, window, prune_when)
    alpha, beta = (factor * bound + shift for bound in window)
    moved = map_leaves(tree, lambda value: factor * value + shift)
    _, found_moved = search(moved, to_move, (alpha, beta), prune_when)
    assert found_moved.visited == found.visited
    assert found_moved.value == factor * number(found.value) + shift


@given(nested_trees(), windows(), conventions)
def test_players_are_treated_alike(tree: Nested, window: tuple[Value, Value], prune_when: PruneWhen) -> None:
    _, found = search(tree, "MAX", window, prune_when)
    negated = map_leaves(tree, lambda value: -value)
    _, mirrored = search(negated, "MIN", (-window[1], -window[0]), prune_when)
    assert mirrored.visited == found.visited
    assert mirrored.value == -number(found.value)


SIZES = [(b, d) for b in range(1, 6) for d in range(1, 9) if b**d <= 5000]


@pytest.mark.parametrize("to_move", ["MAX", "MIN"])
@pytest.mark.parametrize(("b", "d"), SIZES)
def test_best_order_visits_as_few_as_knuth_and_moore_say_and_worst_order_all(b: int, d: int, to_move: str) -> None:
    for best_first, most in ((True, b ** ((d + 1) // 2) + b ** (d // 2) - 1), (False, b**d)):
        _, found = search(uniform(b, d, best_first=best_first, to_move=to_move), to_move)
        assert len(found.visited) == most


# What is recorded


@given(nested_trees(), PLAYERS, windows(), conventions)
def test_windows_are_what_the_definition_says(
    tree: Nested, to_move: str, window: tuple[Value, Value], prune_when: PruneWhen
) -> None:
    """Alpha is the best that MAX has found so far at any choice on the path, beta MIN's."""
    problem, found = search(tree, to_move, window, prune_when, calls=True)
    game = problem.tree
    values = {call.node: call.value for call in found.calls}
    assert len(values) == len(found.calls)
    assert found.calls[0].node == 0
    assert found.calls[0].value == found.value
    for call in found.calls:
        bounds = {"MAX": [window[0]], "MIN": [window[1]]}
        node = call.node
        while node:
            parent = game.parent(node)
            bounds[game.player(parent)] += [number(values[i]) for i in game.children(parent) if i < node]
            node = parent
        assert (call.alpha, call.beta) == (max(bounds["MAX"]), min(bounds["MIN"]))
        assert call.function == {"MAX": "max_value", "MIN": "min_value"}[game.player(call.node)]


@given(nested_trees(), PLAYERS, windows(), conventions)
def test_recording_calls_changes_nothing_else(
    tree: Nested, to_move: str, window: tuple[Value, Value], prune_when: PruneWhen
) -> None:
    problem, with_calls = search(tree, to_move, window, prune_when, calls=True)
    without = observe(problem)
    assert without.calls == ()
    assert (without.value, without.looks) == (with_calls.value, with_calls.looks)


def test_repeated_looks_count_once() -> None:
    tree = Tree.from_nested([3, 1, 2])
    found = Observation(3, (1, 1, 3, 1))
    assert found.visited == (1, 3)
    assert found.pruned(tree) == (2,)


# What is accepted


@pytest.mark.parametrize(
    ("bound", "textbook", "exact", "right", "wrong"),
    [
        ("fail-soft", 5, 5, [5, 5.0], [4, 6, 5.5, nan, inf]),  # inside the window (2, 8)
        ("fail-hard", 5, 5, [5, 5.0], [2, 8, nan]),
        ("either", 5, 5, [5], [4.999, 5.001, 2, 8, nan]),
        ("fail-soft", 0, 0, [0], [1, 2, -1, nan]),  # fail low, with a bound that happens to be exact
        ("fail-hard", 0, 0, [2, 2.0], [0, 1, 3, nan]),
        ("either", 0, 0, [0, 1, 2, -1, -inf], [3, 8, 9, inf, nan]),
        ("fail-soft", 0, -3, [0, -1, -3], [1, 2, -4, nan]),  # who looks at more leaves may prove more
        ("fail-hard", 0, -3, [2], [0, -3, 3, nan]),
        ("either", 0, -3, [-3, -1, 0, 1, 2, -4, -inf], [3, 8, inf, nan]),
        ("fail-soft", 9, 9, [9], [8, 10, nan]),  # fail high
        ("fail-hard", 9, 9, [8], [9, 8.5, nan]),
        ("either", 9, 11, [8, 8.5, 9, 11, 12, inf], [7, 2, -inf, nan]),
        ("either", 2, 2, [2, 1], [3, 8]),  # at the ends of the window
        ("either", 8, 8, [8, 9], [7, 2]),
        ("either", inf, inf, [8, 9, inf], [7, -inf]),
        ("either", -inf, -inf, [2, 1, -inf], [3, inf]),
    ],
)
def test_accepted_values(bound: Bound, textbook: Value, exact: Value, right: list[Value], wrong: list[Value]) -> None:
    problem = Problem(Tree.from_nested(exact), window=(2, 8), bound=bound)
    assert [value for value in right if not accepts(problem, textbook, value)] == []
    assert [value for value in wrong if accepts(problem, textbook, value)] == []


@given(nested_trees(), PLAYERS, windows(), conventions, st.sampled_from(["fail-soft", "either"]))
def test_every_proof_is_accepted(
    tree: Nested, to_move: str, window: tuple[Value, Value], prune_when: PruneWhen, bound: Bound
) -> None:
    """What the textbook returns, what minimax does and, where either is allowed, what a fail-hard search does."""
    problem, found = search(tree, to_move, window, prune_when)
    problem = problem._replace(bound=bound)
    exact = minimax(Tree.from_nested(tree, to_move))
    clamped = min(max(exact, window[0]), window[1])
    assert accepts(problem, found.value, found.value)
    assert accepts(problem, found.value, exact)
    assert accepts(problem, found.value, clamped) or bound == "fail-soft"
    assert accepts(problem._replace(bound="fail-hard"), found.value, clamped)


def test_actions_are_no_values() -> None:
    problem = Problem(Tree.from_nested(AIMA))
    assert not accepts(problem, 3, "B1")
    decides = interfaces.load("alpha_beta_search")
    assert decides.accepts(problem, "B1", "B1")
    assert not any(decides.accepts(problem, "B1", found) for found in ("B2", "B", 3, inf))


def test_interfaces_are_found_by_name() -> None:
    names = interfaces.names()
    assert {"max_value/min_value", "minimax"} <= set(names)
    assert [interfaces.load(name).name for name in names] == names
    with pytest.raises(ModuleNotFoundError):
        interfaces.load("no/such")


# How it grows


def seconds_per_leaf(leaves: int) -> float:
    """To build a tree, to search it and to observe what was pruned; the better of two times."""
    values = random.Random(leaves)
    times = []
    for _ in range(2):
        level: list[Nested] = [values.randrange(10**6) for _ in range(leaves)]
        while len(level) > 1:
            level = [level[start : start + 10] for start in range(0, len(level), 10)]
        start_time = time.perf_counter()
        problem = Problem(Tree.from_nested(level[0]), "minimax")  # looks at every leaf
        everything = observe(problem)
        some = observe(Problem(problem.tree))
        pruned = some.pruned(problem.tree)
        times.append(time.perf_counter() - start_time)
        assert len(everything.visited) == leaves == len(some.visited) + len(pruned)
        assert some.value == everything.value
    return min(times) / leaves


def test_many_leaves_take_linear_time() -> None:
    assert seconds_per_leaf(100_000) < 5 * seconds_per_leaf(10_000)


@pytest.mark.parametrize("calls", [False, True])
@pytest.mark.parametrize("to_move", ["MAX", "MIN"])
def test_deepest_tree_fits_the_default_recursion_limit(calls: bool, to_move: str) -> None:
    tree: Nested = 7
    for ply in range(MOST_PLIES):
        tree = [tree, ply]
    problem = Problem(Tree.from_nested(tree, to_move))
    assert problem.tree.depth == MOST_PLIES
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    try:
        found = observe(problem, calls=calls)
        exact = observe(Problem(problem.tree, "minimax"))
    finally:
        sys.setrecursionlimit(limit)
    assert found.value == exact.value
    assert problem.tree.ply(found.visited[0]) == MOST_PLIES
