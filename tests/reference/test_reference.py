"""Game trees and the textbook's search: what states there are, what it returns, what it looks at, and how it grows."""

import doctest
import pickle
import random
import string
import sys
import time
from copy import copy, deepcopy
from math import inf
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import reference.game
from autograder.core.limits import MOST_PLIES
from reference import interfaces
from reference.game import Looks, State, Tree, Value, ply_letters
from reference.observe import observe
from reference.problem import Bound, Observation, Problem, PruneWhen
from tests.sets import cases
from tests.trees import (
    ANY_VALUES,
    FEW_VALUES,
    PLAYERS,
    Nested,
    map_leaves,
    minimax,
    nested_trees,
    number,
    uniform,
    windows,
)

CONVENTIONS: list[PruneWhen] = ["alpha >= beta", "alpha > beta"]
FULL = (-inf, inf)
accepts = interfaces.load("max_value/min_value").accepts
AIMA: Nested = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def asked(values: st.SearchStrategy[Value] = ANY_VALUES) -> st.SearchStrategy[Problem]:
    """Return a problem of any convention, with a window."""

    def problem(
        nested: Nested, to_move: str, window: tuple[Value, Value], prune_when: PruneWhen
    ) -> Problem:
        return Problem(
            Tree.from_nested(nested, to_move), window=window, prune_when=prune_when
        )

    return st.builds(
        problem,
        nested_trees(values),
        PLAYERS,
        windows(values),
        st.sampled_from(CONVENTIONS),
    )


# The returned value


@settings(max_examples=150)
@given(asked())
def test_value_outside_the_window_is_a_bound(problem: Problem) -> None:
    alpha, beta = problem.window
    value, exact = number(observe(problem).value), minimax(problem.tree)
    if alpha < value < beta:
        assert value == exact
    elif value <= alpha:
        assert value >= exact
    else:
        assert value <= exact


@pytest.mark.parametrize("prune_when", CONVENTIONS)
@pytest.mark.parametrize(
    ("tree", "to_move", "window", "value"), cases("search_is_fail_soft")
)
def test_search_is_fail_soft(
    prune_when: PruneWhen, tree: Nested, to_move: str, window: Any, value: Value
) -> None:
    problem = Problem(
        Tree.from_nested(tree, to_move), window=tuple(window), prune_when=prune_when
    )
    assert observe(problem).value == value


# The looks


@settings(max_examples=150)
@given(asked())
def test_visited_and_pruned_part_the_leaves(problem: Problem) -> None:
    observation, leaves = observe(problem), tuple(problem.tree.leaves())
    assert observation.looks == observation.visited
    assert observation.visited == tuple(
        leaf for leaf in leaves if leaf in observation.looks
    )
    assert observation.pruned(problem.tree) == tuple(
        leaf for leaf in leaves if leaf not in observation.looks
    )


@given(asked(FEW_VALUES), st.integers(1, 9), st.integers(-99, 99))
def test_only_the_order_of_values_matters(
    problem: Problem, factor: int, shift: int
) -> None:
    observation = observe(problem)
    alpha, beta = (factor * bound + shift for bound in problem.window)
    values = [
        value if value is None else factor * value + shift
        for value in problem.tree.values
    ]
    moved = observe(
        problem._replace(tree=problem.tree.with_values(values), window=(alpha, beta))
    )
    assert moved.visited == observation.visited
    assert moved.value == factor * number(observation.value) + shift


@given(nested_trees(), windows(), st.sampled_from(CONVENTIONS))
def test_negated_tree_with_swapped_players_is_searched_alike(
    nested: Nested, window: tuple[Value, Value], prune_when: PruneWhen
) -> None:
    observation = observe(
        Problem(Tree.from_nested(nested), window=window, prune_when=prune_when)
    )
    negated = Tree.from_nested(map_leaves(nested, lambda value: -value), "MIN")
    mirrored = observe(
        Problem(negated, window=(-window[1], -window[0]), prune_when=prune_when)
    )
    assert mirrored.visited == observation.visited
    assert mirrored.value == -number(observation.value)


SIZES = [(b, d) for b in range(1, 6) for d in range(1, 9) if b**d <= 5000]


@pytest.mark.parametrize("to_move", ["MAX", "MIN"])
@pytest.mark.parametrize(("b", "d"), SIZES)
def test_best_order_visits_as_few_as_knuth_and_moore_say_and_worst_order_all(
    b: int, d: int, to_move: str
) -> None:
    for best_first, most in (
        (True, b ** ((d + 1) // 2) + b ** (d // 2) - 1),
        (False, b**d),
    ):
        tree = Tree.from_nested(
            uniform(b, d, best_first=best_first, to_move=to_move), to_move
        )
        assert len(observe(Problem(tree)).visited) == most


# The records


@given(asked())
def test_recorded_windows_follow_the_definition(problem: Problem) -> None:
    """Alpha is the best that MAX has found so far at any choice on the path, beta MIN's."""
    observation, game = observe(problem, calls=True), problem.tree
    values = {call.node: call.value for call in observation.calls}
    assert len(values) == len(observation.calls)
    assert observation.calls[0].node == 0
    assert observation.calls[0].value == observation.value
    for call in observation.calls:
        bounds = {"MAX": [problem.window[0]], "MIN": [problem.window[1]]}
        node = call.node
        while node:
            parent = game.parent(node)
            bounds[game.player(parent)] += [
                number(values[i]) for i in game.children(parent) if i < node
            ]
            node = parent
        assert (call.alpha, call.beta) == (max(bounds["MAX"]), min(bounds["MIN"]))
        assert (
            call.function
            == {"MAX": "max_value", "MIN": "min_value"}[game.player(call.node)]
        )


@given(asked())
def test_recording_calls_changes_neither_value_nor_looks(problem: Problem) -> None:
    with_calls, without = observe(problem, calls=True), observe(problem)
    assert without.calls == ()
    assert (without.value, without.looks) == (with_calls.value, with_calls.looks)


def test_visited_counts_repeated_looks_once() -> None:
    tree = Tree.from_nested([3, 1, 2])
    observation = Observation(3, (1, 1, 3, 1))
    assert observation.visited == (1, 3)
    assert observation.pruned(tree) == (2,)


# Accepted values


@pytest.mark.parametrize(
    ("bound", "textbook", "exact", "right", "wrong"),
    cases("accepts_allows_right_values_and_refuses_wrong_ones"),
)
def test_accepts_allows_right_values_and_refuses_wrong_ones(
    bound: Bound, textbook: Value, exact: Value, right: list[Value], wrong: list[Value]
) -> None:
    problem = Problem(Tree.from_nested(exact), window=(2, 8), bound=bound)
    assert [value for value in right if not accepts(problem, textbook, value)] == []
    assert [value for value in wrong if accepts(problem, textbook, value)] == []


@given(asked(), st.sampled_from(["fail-soft", "either"]))
def test_accepts_allows_every_bound_that_proves_the_value(
    problem: Problem, bound: Bound
) -> None:
    """The value of the textbook, that of minimax and, if either is allowed, that of a fail-hard search."""
    problem = problem._replace(bound=bound)
    observation, exact = observe(problem), minimax(problem.tree)
    clamped = min(max(exact, problem.window[0]), problem.window[1])
    assert accepts(problem, observation.value, observation.value)
    assert accepts(problem, observation.value, exact)
    assert accepts(problem, observation.value, clamped) or bound == "fail-soft"
    assert accepts(problem._replace(bound="fail-hard"), observation.value, clamped)


def test_accepts_tells_actions_from_values() -> None:
    problem = Problem(Tree.from_nested(AIMA))
    assert not accepts(problem, 3, "B1")
    decides = interfaces.load("alpha_beta_search")
    assert decides.accepts(problem, "B1", "B1")
    assert not any(
        decides.accepts(problem, "B1", action) for action in ("B2", "B", 3, inf)
    )


def test_interfaces_are_found_by_name() -> None:
    names = interfaces.names()
    assert {"max_value/min_value", "minimax"} <= set(names)
    assert [interfaces.load(name).name for name in names] == names
    with pytest.raises(ModuleNotFoundError):
        interfaces.load("no/such")


# How it grows


def seconds_per_leaf(leaves: int) -> float:
    """Return the seconds to build a tree, to search it and to observe what was pruned; the better of two times."""
    values = random.Random(leaves)
    times = []
    for _ in range(2):
        level: list[Nested] = [values.randrange(10**6) for _ in range(leaves)]
        while len(level) > 1:
            level = [level[start : start + 10] for start in range(0, len(level), 10)]
        start_time = time.process_time()
        problem = Problem(Tree.from_nested(level[0]), "minimax")  # looks at every leaf
        everything = observe(problem)
        observation = observe(Problem(problem.tree))
        pruned = observation.pruned(problem.tree)
        times.append(time.process_time() - start_time)
        assert (
            len(everything.visited) == leaves == len(observation.visited) + len(pruned)
        )
        assert observation.value == everything.value
    return min(times) / leaves


def test_search_takes_linear_time_in_the_leaves() -> None:
    assert seconds_per_leaf(100_000) < 5 * seconds_per_leaf(10_000)


@pytest.mark.parametrize("calls", [False, True])
@pytest.mark.parametrize("to_move", ["MAX", "MIN"])
def test_deepest_tree_fits_the_default_recursion_limit(
    calls: bool, to_move: str
) -> None:
    tree: Nested = 7
    for ply in range(MOST_PLIES):
        tree = [tree, ply]
    problem = Problem(Tree.from_nested(tree, to_move))
    assert problem.tree.depth == MOST_PLIES
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    try:
        observation = observe(problem, calls=calls)
        exact = observe(Problem(problem.tree, "minimax"))
    finally:
        sys.setrecursionlimit(limit)
    assert observation.value == exact.value
    assert problem.tree.ply(observation.visited[0]) == MOST_PLIES


def states(root: State) -> list[State]:
    """Return all states of a game, by levels."""
    reached = [root]
    for state in reached:
        reached += state.children
    return reached


def as_nested(state: State) -> Nested:
    return (
        state.utility()
        if state.is_terminal()
        else [as_nested(child) for child in state.children]
    )


# States


@given(nested_trees(), PLAYERS)
def test_children_successors_and_results_are_the_same_states(
    nested: Nested, to_move: str
) -> None:
    for state in states(Tree.from_nested(nested, to_move).root):
        children = state.children
        assert state.successors() == [(child.name, child) for child in children]
        assert state.actions() == [child.name for child in children]
        assert [state.result(action) for action in state.actions()] == children
        assert state.is_terminal() == (not children)
        for child in (*children, *(successor for _, successor in state.successors())):
            assert child.ply == state.ply + 1
            assert {state.to_move, child.to_move} == {"MAX", "MIN"}
        for action, child in zip(state.actions(), children, strict=True):
            assert state.result(action).to_move == child.to_move
            assert state.result(action).ply == child.ply


@given(nested_trees(), PLAYERS)
def test_states_agree_with_their_tree(nested: Nested, to_move: str) -> None:
    tree = Tree.from_nested(nested, to_move)
    everything = states(tree.root)
    assert [state.index for state in everything] == list(range(len(tree)))
    assert tree.depth == max(state.ply for state in everything)
    for state in everything:
        node = state.index
        assert tree.ply(node) == state.ply
        assert tree.player(node) == state.to_move
        assert tree.is_leaf(node) == state.is_terminal()
        assert [child.index for child in state.children] == list(tree.children(node))
        assert all(tree.parent(child) == node for child in tree.children(node))


@given(nested_trees())
def test_leaves_are_listed_from_left_to_right(nested: Nested) -> None:
    tree = Tree.from_nested(nested)
    root = tree.root
    as_nested(root)  # walks the tree in that order
    assert list(tree.leaves()) == root.looks.nodes
    for state in states(tree.root):
        below = [leaf for child in state.children for leaf in tree.leaves(child.index)]
        assert list(tree.leaves(state.index)) == (below or [state.index])


@given(nested_trees())
def test_every_utility_and_evaluate_call_is_noted_as_a_look(nested: Nested) -> None:
    root = State(nested)
    leaves = [state for state in states(root) if state.is_terminal()]
    for leaf in (*leaves, *reversed(leaves)):
        assert leaf.utility() == leaf.evaluate()
    order = [leaf.index for leaf in (*leaves, *reversed(leaves))]
    assert root.looks.nodes == [index for index in order for _ in range(2)]


@given(nested_trees())
def test_utility_of_an_inner_node_raises(nested: Nested) -> None:
    root = State(nested)
    for state in states(root):
        if not state.is_terminal():
            with pytest.raises(ValueError, match=f"{state.name} is not terminal"):
                state.utility()
    assert root.looks.nodes == []


@given(nested_trees(), st.text() | st.sampled_from(["A1", "B1", "B9", "C1", "D1"]))
def test_result_refuses_an_unknown_action(nested: Nested, action: str) -> None:
    for state in states(State(nested)):
        if action not in state.actions():
            with pytest.raises(ValueError, match=f"is not an action at {state.name}"):
                state.result(action)


@pytest.mark.parametrize("action", [None, 1, ["B1"], b"B1", State([1, 2]).children[0]])
def test_result_refuses_an_action_of_another_type(action: object) -> None:
    with pytest.raises(ValueError, match="its actions are: B1, B2"):
        State([1, 2]).result(action)  # type: ignore[arg-type]


def test_terminal_state_has_no_actions() -> None:
    leaf = State([1, 2]).children[1]
    assert leaf.actions() == leaf.children == leaf.successors() == []
    with pytest.raises(ValueError, match="its actions are: none, as it is terminal"):
        leaf.result("B2")


def test_evaluate_gives_a_nodes_static_value_or_raises() -> None:
    tree = Tree([2, 0, 0], [5, 1, 2])
    root = tree.root
    assert root.evaluate() == 5
    assert root.looks.nodes == [0]
    with pytest.raises(ValueError, match="A1 has no static evaluation"):
        State([1, 2]).evaluate()


@given(
    nested_trees(),
    st.sampled_from(
        ["values", "players", "first_child", "level_start", "own_names", "more"]
    ),
)
def test_tree_attributes_cannot_be_set_and_copies_are_equal(
    nested: Nested, name: str
) -> None:
    tree = Tree.from_nested(nested)
    before = dict(vars(tree))
    with pytest.raises(AttributeError, match=f"so its {name} cannot be set"):
        setattr(tree, name, ())
    assert as_nested(tree.root) == as_nested(deepcopy(tree.root)) == nested
    assert (
        vars(tree)
        == vars(copy(tree))
        == vars(pickle.loads(pickle.dumps(tree)))
        == before
    )
    assert isinstance(tree.values, tuple)


@given(nested_trees())
def test_searches_of_one_tree_record_separate_looks(nested: Nested) -> None:
    """Searches share a tree and not what they looked at, however far they are."""
    tree = Tree.from_nested(nested)
    first, other = Looks(tree), tree.root
    as_nested(first.root)
    assert other.looks.nodes == []
    assert all(state.looks is first for state in states(first.root))
    assert as_nested(other) == nested
    assert other.looks.nodes == first.nodes == list(tree.leaves())


@given(nested_trees(), st.data())
def test_with_values_makes_another_tree_of_the_same_shape(
    nested: Nested, data: st.DataObject
) -> None:
    tree = Tree.from_nested(nested)
    before = tree.values
    values = data.draw(st.lists(st.integers(), min_size=len(tree), max_size=len(tree)))
    other = tree.with_values(values)
    assert (tree.values, other.values) == (before, tuple(values))
    assert {**vars(other), "values": before} == vars(tree)


def test_states_are_equal_where_they_are_the_same_position() -> None:
    tree = Tree.from_nested([[1], [1]])
    first, second = tree.root.children
    assert first == tree.root.result("B1")
    assert len({first, tree.root.children[0], second}) == 2
    assert first != second
    assert first != State([[1], [1]]).children[0]
    assert first != "B1"
    assert repr(second) == "<State B2, MIN to move>"


def test_tuples_are_inner_nodes_too() -> None:
    assert as_nested(State(((3, 1), 2))) == [[3, 1], 2]


# Names


@given(nested_trees())
def test_node_names_count_within_their_ply(nested: Nested) -> None:
    everything = states(State(nested))
    for ply, letter in zip(
        range(everything[-1].ply + 1), string.ascii_uppercase, strict=False
    ):
        names = [state.name for state in everything if state.ply == ply]
        assert names == [f"{letter}{number}" for number in range(1, len(names) + 1)]


@given(nested_trees(), st.data())
def test_given_names_replace_the_default_node_names(
    nested: Nested, data: st.DataObject
) -> None:
    plain = Tree.from_nested(nested)
    nodes = st.integers(0, len(plain) - 1)
    names = data.draw(
        st.dictionaries(nodes, st.text("FGxé B1", min_size=1, max_size=3), max_size=6)
    )
    assume(len(set(names.values())) == len(names))
    assume(all(plain.node(name) is None for name in names.values()))
    tree = Tree(
        [len(plain.children(node)) for node in range(len(plain))],
        plain.values,
        names=names,
    )
    for node in range(len(tree)):
        assert tree.name(node) == names.get(node, plain.name(node))
        assert tree.node(tree.name(node)) == node
        if node in names:
            assert tree.node(plain.name(node)) is None
    for state in states(tree.root):
        assert [state.result(action).index for action in state.actions()] == list(
            tree.children(state.index)
        )


WRONG_NAMES = [
    *(
        "",
        "A",
        "1",
        "A0",
        "A2",
        "B0",
        "B3",
        "B01",
        "b1",
        "C0",
        "C3",
        "D1",
        "B-1",
        "B+1",
        "B1 ",
        " B1",
        "B 1",
        "B1.0",
    ),
    *(
        "B１",
        "Β1",
        "BB1",
        "AA1",
        "ZZZZ1",
        "B" * 1000 + "1",
        "B" + "1" * 1000,
        "[1]",
        "1B",
        "A1A1",
    ),
]


@pytest.mark.parametrize("name", [*WRONG_NAMES, None, 1, 1.0, b"A1", ["A1"], ("B", 1)])
def test_node_of_an_unknown_name_is_none(name: object) -> None:
    assert Tree.from_nested([[1], [2]]).node(name) is None


@given(st.text("ABCZ019é"))
def test_node_found_by_a_name_has_that_name(name: str) -> None:
    tree = Tree.from_nested([[1, [2]], [3] * 12])
    node = tree.node(name)
    assert node is None or tree.name(node) == name


def test_ply_letters_go_on_after_z() -> None:
    letters = [ply_letters(ply) for ply in range(26 + 26 * 26 + 1)]
    assert letters[:26] == list(string.ascii_uppercase)
    assert letters[26:29] == ["AA", "AB", "AC"]
    assert letters[51:53] == ["AZ", "BA"]
    assert letters[701:] == ["ZZ", "AAA"]


def test_node_names_are_unique_in_a_deep_tree() -> None:
    nested: Nested = 0
    for _ in range(200):
        nested = [1, nested]
    tree = Tree.from_nested(nested)
    names = [tree.name(node) for node in range(len(tree))]
    assert names[49:55] == ["Z1", "Z2", "AA1", "AA2", "AB1", "AB2"]
    assert len(set(names)) == len(tree) == 401
    assert [tree.node(name) for name in names] == list(range(len(tree)))


def test_examples_in_the_text_are_true() -> None:
    examples = doctest.testmod(reference.game)
    assert examples.attempted > 0
    assert examples.failed == 0
