"""The fact that a right search proves of a node: its value, or only a bound."""

from math import inf

import pytest
from hypothesis import given, settings

from autograder.tell.trace import recorded
from reference.game import Tree, Value
from reference.interfaces import load
from reference.observe import observe
from reference.problem import Observation, Problem
from reference.proof import Proof, Proved, proved_values
from tests.trees import problems

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
SHALLOW = [[[11, 12, 7, 9], [15, 20, 1]]]


def exhaustive(problem: Problem, node: int = 0) -> Value:
    """Return the minimax value of a node, as far as the search may look."""
    tree = problem.tree
    if node in set(tree.leaves(depth=problem.depth)):
        value = tree.values[node]
        assert value is not None
        return value
    best = max if tree.player(node) == "MAX" else min
    return best(exhaustive(problem, child) for child in tree.children(node))


def with_unseen(problem: Problem, seen: Observation, value: Value) -> Problem:
    """Return a problem in which the leaves that were not looked at have a value."""
    values = list(problem.tree.values)
    for leaf in problem.tree.leaves(depth=problem.depth):
        if leaf not in seen.looks:
            values[leaf] = value
    return problem._replace(tree=problem.tree.with_values(values))


def proved_by_name(problem: Problem) -> dict[str, tuple[Value, str]]:
    """Return the proofs about each inner node, by its name."""
    tree = problem.tree
    proved = proved_values(problem, recorded(problem))
    return {
        tree.name(node): (value, meaning)
        for node, (value, meaning) in proved.items()
        if not tree.is_leaf(node)
    }


@settings(max_examples=300, deadline=None)
@given(problems())
def test_true_value_satisfies_what_was_proved(problem: Problem) -> None:
    for node, (value, meaning) in proved_values(problem, recorded(problem)).items():
        exact = exhaustive(problem, node)
        match meaning:
            case "exactly":
                assert value == exact
            case "at most":
                assert exact <= value
            case "at least":
                assert exact >= value


@settings(max_examples=300, deadline=None)
@given(problems())
def test_bound_is_told_where_leaves_that_were_not_seen_matter(problem: Problem) -> None:
    recording = recorded(problem)
    low, high = (with_unseen(problem, recording, value) for value in (-inf, inf))
    for node, (value, meaning) in proved_values(problem, recording).items():
        extremes = {exhaustive(low, node), exhaustive(high, node)}
        assert (meaning == "exactly") == (extremes == {value})


@settings(max_examples=300, deadline=None)
@given(problems())
def test_every_number_that_a_right_search_returns_means_something(
    problem: Problem,
) -> None:
    seen, tree = recorded(problem), problem.tree
    is_negated = load(problem.interface).negated
    returned: dict[int, Value] = {}
    for call in seen.calls:
        if isinstance(call.value, (int, float)):
            is_turned = is_negated and tree.player(call.node) == "MIN"
            returned[call.node] = -call.value if is_turned else call.value
    proved = proved_values(problem, seen)
    assert {node: value for node, (value, _) in proved.items()} == returned


@settings(max_examples=200, deadline=None)
@given(problems())
def test_value_inside_the_window_is_exact_at_the_root(problem: Problem) -> None:
    recording = recorded(problem)
    last = [call for call in recording.calls if call.node == 0][-1]
    if isinstance(last.value, str) or last.value is None:
        return
    if last.alpha < last.value < last.beta:
        assert proved_values(problem, recording)[0].meaning == "exactly"


def test_node_that_was_cut_is_a_bound_and_a_finished_one_is_exact() -> None:
    """B3 fails low, too, but all of its leaves were looked at."""
    assert proved_by_name(Problem(Tree.from_nested(AIMA))) == {
        "A1": (3, "exactly"),
        "B1": (3, "exactly"),
        "B2": (2, "at most"),
        "B3": (2, "exactly"),
    }


def test_max_node_that_was_cut_is_worth_at_least_its_value() -> None:
    proved = proved_by_name(Problem(Tree.from_nested(SHALLOW)))
    assert proved["C2"] == (15, "at least")
    assert proved["B1"] == proved["A1"] == (12, "exactly")


@pytest.mark.parametrize(
    ("window", "root"),
    [
        ((5, 9), (5, "at most")),
        ((0, 2), (3, "at least")),
        ((2, 9), (3, "exactly")),
    ],
)
def test_search_that_fails_proves_a_bound_of_the_root(
    window: tuple[int, int], root: tuple[int, str]
) -> None:
    problem = Problem(Tree.from_nested(AIMA), window=window)
    assert proved_by_name(problem)["A1"] == root


def test_fail_hard_returns_a_bound_that_no_leaf_has() -> None:
    tree = Tree.from_nested([[3, 12], [1, 8]])
    problem = Problem(tree, "minimax_ab", window=(5, 9))
    assert proved_by_name(problem)["A1"] == (5, "at most")


def test_negamax_proves_the_same_as_max_sees_it() -> None:
    tree = Tree.from_nested(SHALLOW)
    proved = proved_by_name(Problem(tree, "negamax"))
    assert proved == proved_by_name(Problem(tree))


@pytest.mark.parametrize(
    ("window", "proved"),
    [((5, 9), Proved(5, "at most")), ((2, 9), Proved(3, "exactly"))],
)
def test_one_function_alone_is_judged_by_its_window(
    window: tuple[int, int], proved: Proved
) -> None:
    tree = Tree.from_nested(AIMA)
    problem = Problem(tree, window=window, isolate="max_value")
    observation = observe(problem, calls=True)
    assert proved_values(problem, observation) == {0: proved}


def test_proof_grows_with_each_look() -> None:
    """AIMA's figure 5.5: B1 is worth at most 3 until its last leaf was seen."""
    problem = Problem(Tree.from_nested(AIMA))
    call = recorded(problem).calls[1]
    proof = Proof(problem)
    meanings = []
    for leaf in (4, 5, 6):
        proof.look(leaf)
        meanings.append(proof.meaning(call))
    assert meanings == ["at most", "at most", "exactly"]
