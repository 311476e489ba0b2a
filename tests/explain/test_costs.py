"""The cost of an edit: a rule on counts, which stand in a file that is made."""

import ast
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.explain.catalogue import BY_ID
from autograder.explain.repair import kinds, likelihood
from autograder.explain.repair.costs import cost_of
from autograder.explain.repair.counts import COUNTS
from autograder.explain.repair.kinds import GROUPS, KINDS, SLIPS, Kind
from autograder.explain.repair.likelihood import LEAST, MOST, OF_A_SLIP, STEP, cost
from autograder.explain.repair.operators import edits
from tests.counted import COUNTS as FILE
from tests.counted import table


def test_the_counts_are_those_that_the_command_wrote() -> None:
    assert FILE.read_text("utf-8") == table(COUNTS)
    assert COUNTS


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_kind_names_known_mistakes_and_each_once_for_a_role(kind: Kind) -> None:
    for names in kind.undoes.values():
        assert sorted({*names} & {*BY_ID}) == sorted(names)


def test_every_kind_is_in_a_group_and_what_is_counted_is_a_kind() -> None:
    assert {kind.group for kind in KINDS.values()} == set(GROUPS)
    for (name, _), (meant, chance) in COUNTS.items():
        assert not KINDS[name].is_slip
        assert meant >= 0
        assert chance >= 0
        assert meant + chance > 0


def test_a_slip_costs_least() -> None:
    for kind in KINDS.values():
        roles = [
            "",
            *kind.undoes,
            *(role for name, role in COUNTS if name == kind.name),
        ]
        for role in roles:
            wanted = (OF_A_SLIP, OF_A_SLIP) if kind.is_slip else (LEAST, MOST)
            assert wanted[0] <= cost(kind, role) <= wanted[1]
    assert OF_A_SLIP < LEAST


def costs_with(
    patch: pytest.MonkeyPatch, counts: dict[tuple[str, str], tuple[int, int]]
) -> dict[str, float]:
    """Return the costs of changes if only these were counted, by kind and role."""
    patch.setattr(likelihood, "COUNTS", counts)
    likelihood._cost.cache_clear()
    every = {f"{kind} {role}": cost(KINDS[kind], role) for kind, role in counts}
    likelihood._cost.cache_clear()
    return every


@given(st.integers(0, 40), st.integers(0, 40))
def test_a_change_costs_less_the_oftener_it_was_meant(meant: int, chance: int) -> None:
    """Another group has as many of both, so that the rest says nothing."""
    sort = ("looser", "test")
    with pytest.MonkeyPatch.context() as patch:
        costs = [
            costs_with(patch, {sort: (meant + more, chance)})["looser test"]
            for more in range(4)
        ]
    for first, second in pairwise(costs):
        assert first >= second


def test_what_was_never_counted_costs_as_its_like(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    costs = costs_with(
        monkeypatch,
        {
            ("looser", "test"): (5, 1),
            ("looser", "horizon"): (0, 0),
            ("callee", "recursion"): (0, 0),
            ("line dropped", "update"): (2, 6),
            ("moved down", "test"): (0, 0),
        },
    )
    # The role of a kind, the kind, its group: the farther, the nearer to the usual.
    assert costs["looser test"] < costs["looser horizon"] < costs["callee recursion"]
    assert costs["callee recursion"] < likelihood.EVEN
    assert costs["moved down test"] > costs["callee recursion"]
    assert costs["line dropped update"] >= costs["moved down test"]


def test_meant_twice_as_often_is_a_step_cheaper(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With many counted programs, beside which the few more do not matter."""
    sort = ("argument", "window")
    costs = [
        costs_with(monkeypatch, {sort: (meant * 1000, 4000)})["argument window"]
        for meant in (4, 8, 16)
    ]
    assert costs == pytest.approx(
        [likelihood.EVEN, likelihood.EVEN - STEP, likelihood.EVEN - 2 * STEP], abs=0.011
    )


def test_general_changes_are_a_group() -> None:
    assert kinds.OTHER_VALUE.is_general
    assert not kinds.ARGUMENT.is_general


def test_exchanged_arguments_of_both_players_are_two_places_and_not_four() -> None:
    source = """
def max_value(state, alpha, beta):
    return min_value(state, beta, alpha)

def min_value(state, alpha, beta):
    return max_value(state, beta, alpha)
"""
    candidates = edits({"program": ast.parse(source)})
    in_calls = [edit for edit in candidates if edit.line in (3, 6)]
    exchanged = [edit for edit in in_calls if edit.kind is kinds.EXCHANGED]
    one_by_one = [edit for edit in in_calls if edit.kind is kinds.ARGUMENT]
    assert (len(exchanged), len(one_by_one)) == (2, 4)
    assert cost_of(exchanged) < cost_of(one_by_one)


@pytest.mark.parametrize(("after", "is_tried"), [("", False), ("alpha = v", True)])
def test_break_is_no_continue_where_nothing_follows(after: str, is_tried: bool) -> None:
    source = f"""
def search(state, alpha, beta):
    for child in state.children:
        v = search(child, alpha, beta)
        if v >= beta:
            break
        {after}
    return v
"""
    candidates = edits({"program": ast.parse(source)})
    puts = [isinstance(edit.new, ast.Continue) for edit in candidates]
    assert any(puts) == is_tried


def test_no_two_kinds_have_one_name() -> None:
    """A slip with the name of a change would be told in its place."""
    listed = [kind.name for kind in vars(kinds).values() if isinstance(kind, Kind)]
    assert not set(listed) & SLIPS.keys()
