"""Roles are found in every textbook, right forms are right, changes compose and are refused if they fit nowhere."""

import ast
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.core.judging.judge import evidence_of
from autograder.core.sandbox.outcome import Searched
from autograder.explain.textbook import strict_test
from autograder.explain.ways import WAYS, variants
from reference import interfaces
from reference import parts as book
from reference.changes import (
    CHANGES,
    changed,
    changes_from,
    no_test,
    no_update,
    observe,
)
from reference.forms import fail_hard, fail_soft, forms
from reference.game import Tree
from reference.parts import Part
from reference.problem import Problem, PruneWhen
from tests.probes import CONVENTIONS, random_problem

INTERFACES = interfaces.names()
WINDOWED = [name for name in INTERFACES if interfaces.load(name).windowed]
AIMA = Tree.from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


@st.composite
def problems(draw: st.DrawFn, names: list[str] = INTERFACES) -> Problem:
    """Return a problem of any interface and convention, with a window if there may be one."""
    name, convention = draw(st.sampled_from(names)), draw(st.sampled_from(CONVENTIONS))
    problem = random_problem(draw(st.randoms(use_true_random=False)), name, convention)
    alpha, size = draw(st.integers(-6, 6)), draw(st.integers(0, 6))
    windowed = problem._replace(window=(alpha, alpha + size))
    fits = (
        size
        and interfaces.load(name).windowed
        and not list(interfaces.load(name).mistakes(windowed))
    )
    return windowed if fits else problem


# --- Roles ---


@pytest.mark.parametrize("name", WINDOWED)
def test_every_part_of_a_windowed_search_has_all_roles(name: str) -> None:
    functions = book.textbook(name)
    assert {function.player for function in functions} in ({"MAX", "MIN"}, {"both"})
    for function in functions:
        assert (function.placeholders["own"], function.placeholders["other"]) in (
            ("alpha", "beta"),
            ("beta", "alpha"),
        )
        assert {"test", "update"} <= set(function.order)
        assert {"fold", "search"} & set(function.order)
        assert ("result" in function.roles) != function.at_root
        assert ("choice" in function.order) == function.at_root


def words(part: Part) -> dict[str, str]:
    """Return the first lines of what stands in the roles of a part."""
    wanted = ("start", "fold", "test", "update", "choice")
    return {
        role: ast.unparse(part.roles[role]).split("\n")[0]
        for role in wanted
        if role in part.roles
    }


def test_textbook_finds_the_roles_of_the_book() -> None:
    assert [
        " | ".join(words(function).values())
        for function in book.textbook("max_value/min_value")
    ] == [
        "v: Value = -inf | v = max(v, min_value(successor, alpha, beta)) | if v >= beta: | alpha = max(alpha, v)",
        "v: Value = inf | v = min(v, max_value(successor, alpha, beta)) | if v <= alpha: | beta = min(beta, v)",
    ]
    (negating,) = book.textbook("negamax")
    assert (
        negating.player,
        negating.placeholders["own"],
        negating.placeholders["passed"],
    ) == (
        "both",
        "alpha",
        "-alpha",
    )
    choices = [
        words(function)["choice"]
        for function in book.textbook("alpha_beta_search")
        if function.at_root
    ]
    assert choices == ["if v > alpha or not best:", "if v < beta or not best:"]


# --- Forms ---


LATE = Problem(
    Tree.from_nested([[[-3], -3], 1]),
    "aspiration_search",
    guess=3,
    epsilon=1,
    prune_when="alpha > beta",
)
"""Problems in which fail-hard has another first pass than fail-soft."""


@given(problems())
@example(LATE)
def test_every_form_has_the_right_value_and_visits(problem: Problem) -> None:
    """The value is right, and the visits are the textbook's, or those of its other kind of bound if these differ."""
    expected = observe(problem)
    same_visits = {expected.visited}
    if problem.prune_when == "alpha > beta":
        kinds = [
            form
            for form in forms(problem.interface)
            if form and form[-1]() in (fail_hard, fail_soft)
        ]
        same_visits |= {observe(problem, form).visited for form in kinds}
    for form in forms(problem.interface):
        observation = observe(problem, form)
        assert interfaces.load(problem.interface).accepts(
            problem, expected.value, observation.value
        ), form
        evidence = evidence_of(problem, Searched(observation))
        assert evidence.passed, form
        # With a guess, another form may search one side of it in the second pass.
        if problem.guess is None:
            assert observation.visited in same_visits, form
            assert evidence.expected.visited == observation.visited, form


def test_forms_include_the_known_other_forms() -> None:
    listed = {"; ".join(map(str, form)) for form in forms("max_value/min_value")}
    tested = {"bounds-tested; update-first", "bounds-tested; tested-on-entry"}
    assert {"", "fail-hard", "best-is-bound", "negamax-inside", *tested} <= listed
    assert "fail-soft" in {str(form[0]) for form in forms("negamax") if form}
    # In minimax_ab fail-soft is wrong, so it is no form there.
    assert ("fail-soft",) not in {tuple(map(str, form)) for form in forms("minimax_ab")}


@given(problems(["max_value/min_value", "alpha_beta", "minimax_array"]))
def test_fail_hard_returns_nothing_outside_of_the_window(problem: Problem) -> None:
    alpha, beta = problem.window
    if not problem.tree.is_leaf(0) and problem.depth != 0:
        value = observe(problem, (fail_hard(),)).value
        assert not isinstance(value, str)
        assert alpha <= value <= beta
        assert interfaces.load(problem.interface).accepts(
            problem, observe(problem).value, value
        )


# --- Changes ---


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_change_without_a_place_is_refused(convention: PruneWhen) -> None:
    for name, change in (
        ("minimax", no_test()),
        ("max_value/min_value", no_test("both", "root")),
        ("negamax", no_test("MAX")),
        ("alpha_beta", CHANGES["sign-dropped"]()),
        ("minimax_array", CHANGES["horizon-below-2"]()),
    ):
        assert not changed(name, convention, (change,))
    with pytest.raises(AssertionError, match="no-test"):
        observe(Problem(AIMA, prune_when=convention), (no_test(), no_test()))


@pytest.mark.parametrize("name", WINDOWED)
def test_strict_test_operator_gives_the_other_pruning_convention(name: str) -> None:
    strict = changed(name, "alpha >= beta", (strict_test(),))
    assert (
        changed(name, "alpha > beta", ())
        == strict
        != changed(name, "alpha >= beta", ())
    )
    assert ast.parse(strict)


def test_changes_compose_into_one_search() -> None:
    tree = Tree.from_nested([[4, 7], [4, 0]])
    problem = Problem(tree)
    unpruned = observe(problem, (no_test(), no_update()))
    assert unpruned.visited == tuple(tree.leaves())
    right_to_left = CHANGES["right-to-left"]
    assert observe(problem, (strict_test(), right_to_left)).looks == (6, 5, 4, 3)
    assert observe(problem, (right_to_left,)) != observe(problem)
    for_both = observe(problem, (strict_test(),))
    assert observe(problem, (strict_test("MAX"), strict_test("MIN"))) == for_both


@given(st.data())
def test_changes_to_different_players_commute(data: st.DataObject) -> None:
    """Changes to different players commute."""
    names = [name for name in WINDOWED if len(book.textbook(name)) == 2]
    problem = data.draw(problems(names))
    operator = st.sampled_from(
        [
            no_test,
            no_update,
            CHANGES["last-child-kept"],
            CHANGES["fold-turned"],
            strict_test,
        ]
    )
    for_max, for_min = data.draw(operator)("MAX"), data.draw(operator)("MIN")
    if all(
        changed(problem.interface, problem.prune_when, (change,))
        for change in (for_max, for_min)
    ):
        assert observe(problem, (for_max, for_min)) == observe(
            problem, (for_min, for_max)
        )


# --- The catalogue ---


@pytest.mark.parametrize("name", ["minimax", "negamax"])
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_changes_from_reads_changes_as_they_are_written(
    name: str, convention: PruneWhen
) -> None:
    for made in variants(name, convention):
        assert changes_from("; ".join(map(str, made.changes))) == made.changes
    ids = {made.misconception.id for made in variants(name, convention)}
    assert (
        "eager-cutoff" if convention == "alpha >= beta" else "strict-cutoff"
    ) not in ids


def test_every_way_of_every_mistake_applies_to_some_form() -> None:
    for mistake, ways in WAYS.items():
        for way in ways:
            places = product(INTERFACES, CONVENTIONS)
            texts = (
                changed(name, convention, form + way)
                for name, convention in places
                for form in forms(name)
            )
            assert any(texts), (mistake, way)


def test_an_operator_has_one_name() -> None:
    changes = [change for ways in WAYS.values() for way in ways for change in way]
    assert all(CHANGES[change.name] == change() for change in changes)
    assert str(no_test("MIN", "below")) == "no-test for MIN (below)"
