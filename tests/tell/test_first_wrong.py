"""The place where a value first went wrong: the sentences are held against the calls of the same program, made once more here."""

from dataclasses import dataclass, field
from itertools import combinations
from math import inf, isnan, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from autograder.core.sandbox.outcome import Calls, Returned
from autograder.core.sentences import speaking
from autograder.core.worker.grader import as_exact_float, as_float
from autograder.tell.wrong_values import describe_first_wrong
from reference.game import Looks, State, Tree, Value
from reference.interfaces import load, searched_tree
from reference.problem import Call, Problem
from tests.reading import NODE, NUMBER, Names, read
from tests.sets import SUBMISSIONS, cases, not_none, rows
from tests.tell.test_divergence import LANGUAGES, number
from tests.tell.test_feedback import TEXTBOOK, page_of, program
from tests.trees import FEW_VALUES, PLAYERS, nested_trees

PLAIN = rf"(?P<child>{NODE}) = (?P<best>{NUMBER})"
TURNED = rf"-(?P<called>\w+)\((?P<child>{NODE})\) = (?P<best>{NUMBER})"
KINDS: dict[str, Names] = {
    "leaf": (("divergence", "wrong at the end"),),
    "leaf, turned": (("divergence", "wrong at the end, negamax"),),
    "greatest": (("divergence", "wrong, greatest"),),
    "smallest": (("divergence", "wrong, smallest"),),
    "only": (("divergence", "wrong, only child"),),
    "only, turned": (("divergence", "wrong, only child, negamax"),),
    "greatest, looked at": (("divergence", "looked at, greatest"),),
    "smallest, looked at": (("divergence", "looked at, smallest"),),
    "only, looked at": (("divergence", "looked at, only child"),),
}
"""The sentences about the first wrong value, by their topics and names."""
IN_TWO_FUNCTIONS = """
textbook fail_hard window_on_entry functional_style cutoff_by_exception looks_twice bounds_are_infinite negamax_inside
shared_helper explicit_stack generators class_based remembers_states successors_style first_child_starts
strict_convention_textbook strict_convention_shared_helper
"""
RIGHT = {
    "max_value/min_value": ["two_plies", *IN_TWO_FUNCTIONS.split()],
    "alpha_beta": [
        "alpha_beta_textbook",
        "alpha_beta_fail_hard",
        "alpha_beta_negamax_inside",
    ],
    "negamax": [
        "negamax_textbook",
        "negamax_fail_soft",
        "negamax_fail_hard",
        "negamax_two_players_inside",
    ],
    "minimax": ["minimax_textbook", "minimax_two_functions"],
    "minimax_ab": [
        "minimax_ab_textbook",
        "minimax_ab_strictly_hard",
        "minimax_ab_negamax_inside",
    ],
}
"""Right programs, in the styles that there are; in some their functions call themselves by the interface's names."""


def source_of(name: str) -> str:
    file = SUBMISSIONS / name / "alphabeta.py"
    return (
        file if file.exists() else SUBMISSIONS.parent / "programs" / f"{name}.py"
    ).read_text("utf-8")


SLIPS = [(old, new) for old, new in rows("slips")]
"""The operators that are easily confused."""


def with_slips(
    source: str, slips: tuple[tuple[str, str], ...], places: tuple[int, ...]
) -> str:
    """Return a program with some words changed, each in one of the places where it stands."""
    for (old, new), choice in zip(slips, places, strict=True):
        pieces = source.split(old)
        if len(pieces) > 1:
            cut = choice % (len(pieces) - 1) + 1
            source = old.join(pieces[:cut]) + new + old.join(pieces[cut:])
    return source


# --- The program, called here ---


@dataclass
class Made:
    """A call that was made: with what, what came back, and the calls that it made itself."""

    function: str
    node: int
    window: tuple[Value, Value]
    value: Any = None
    made: list["Made"] = field(default_factory=list)


@dataclass(frozen=True)
class Run:
    """The record of a program: its value and its looks, its calls as they ended, and what the grader is told."""

    value: Any
    looks: tuple[int, ...]
    ended: list[Made]
    told: Calls


def run(source: str, problem: Problem) -> Run:
    """Run a program on a problem, as its process does it."""
    names: dict[str, Any] = {}
    exec(source, names)
    interface = load(problem.interface)
    ended = list[Made]()
    open_calls = [Made("", -1, (0, 0))]
    calls = Calls()

    def noted(name: str) -> Any:
        function = names[name]

        def call(state: State, *more: Any) -> Any:
            low, high = -inf, inf
            if interface.windowed:
                low, high = ((state, *more)[index] for index in interface.window)
            current = Made(name, state.index, (low, high))
            open_calls[-1].made.append(current)
            open_calls.append(current)
            window = as_float(low), as_float(high)
            calls.begin(Call(name, state.index, *window, None), len(looks.nodes))
            try:
                current.value = function(state, *more)
            finally:
                ended.append(open_calls.pop())
                calls.end(as_exact_float(current.value), len(looks.nodes))
            return current.value

        return call

    windowed = interface.windowed or interface.functions
    for name in set(interface.functions) & set(windowed):
        names[name] = noted(name)
    function, arguments = interface.call(problem)
    looks = Looks(searched_tree(problem))
    value = names[function](
        *(looks.root if argument == "<root>" else argument for argument in arguments)
    )
    return Run(value, tuple(looks.nodes), ended, calls)


def worth(problem: Problem, node: int, ply: int) -> Value:
    """Return the minimax value of a node, in negamax to the side to move."""
    tree = problem.tree
    negated = load(problem.interface).negated

    def of_max(at: int, depth: int) -> Value:
        value = tree.values[at]
        if tree.is_leaf(at) or depth == problem.depth:
            assert value is not None
            return value
        return (max if tree.player(at) == "MAX" else min)(
            of_max(child, depth + 1) for child in tree.children(at)
        )

    return (
        -of_max(node, ply)
        if negated and tree.player(node) == "MIN"
        else of_max(node, ply)
    )


def right(problem: Problem, call: Made) -> bool:
    """Return whether the result of a call is right under its window."""
    low, high = call.window
    value = worth(problem, call.node, problem.tree.ply(call.node))
    if low >= high:
        return True
    if low < value < high:
        return bool(call.value == value)
    return bool(
        call.value == value
        or (call.value <= low if value <= low else call.value >= high)
    )


def check(
    problem: Problem, sentence: str, looks: tuple[int, ...], ended: list[Made]
) -> str:
    """Hold every word of a sentence against the calls; returns its kind."""
    turned = load(problem.interface).negated
    kind, captured = read(sentence, KINDS, equation=TURNED if turned else PLAIN)
    tree = problem.tree
    due = [
        call
        for call in ended
        if problem.depth is None or tree.ply(call.node) <= problem.depth
    ]
    wrong = next(call for call in due if not right(problem, call))
    assert tree.node(captured["node"]) == wrong.node
    assert captured["function"] == wrong.function
    assert number(captured["value"]) == wrong.value
    if kind.startswith("leaf"):
        assert tree.is_leaf(wrong.node) or tree.ply(wrong.node) == problem.depth
        assert number(captured["right"]) == worth(
            problem, wrong.node, tree.ply(wrong.node)
        )
        assert kind == ("leaf, turned" if turned else "leaf")
        if turned:
            assert captured["mover"] == tree.player(wrong.node)
        return kind
    assert captured["mover"] == tree.player(wrong.node)
    child = not_none(tree.node(captured["child"]))
    assert tree.parent(child) == wrong.node
    came = {
        leaf: worth(problem, leaf, tree.ply(leaf))
        for leaf in tree.children(wrong.node)
        if leaf in looks
    }
    came |= {call.node: call.value for call in wrong.made}
    returned = {node: -value if turned else value for node, value in came.items()}
    assert number(captured["best"]) == returned[child] != wrong.value
    greatest = turned or tree.player(wrong.node) == "MAX"
    assert returned[child] == (max if greatest else min)(returned.values())
    expected_kind = "greatest" if greatest else "smallest"
    if len(returned) == 1:
        expected_kind = "only, turned" if turned else "only"
    if {call.node for call in wrong.made} < returned.keys():
        assert not turned
        expected_kind += ", looked at"
    assert kind == expected_kind
    return kind


# --- Random trees and mistakes ---


WINDOWS = st.sampled_from(
    [(-inf, inf), (-inf, inf), *combinations((-inf, -2, 0, 1, 3, inf), 2)]
)


@st.composite
def asked(draw: st.DrawFn, interface: str) -> Problem:
    """Return a problem for an interface."""
    tree = Tree.from_nested(draw(nested_trees(FEW_VALUES)), draw(PLAYERS))
    depth = None
    if load(interface).has_horizon:
        tree = tree.with_values(
            [draw(FEW_VALUES) if value is None else value for value in tree.values]
        )
        depth = draw(st.none() | st.integers(0, tree.depth + 1))
    window = draw(WINDOWS) if load(interface).windowed else (-inf, inf)
    return Problem(tree, interface, window, depth)


@st.composite
def wrong_programs(draw: st.DrawFn) -> tuple[str, str]:
    """Return an interface, and a program for it with one or two slips."""
    interface = draw(st.sampled_from(sorted(RIGHT)))
    source = source_of(draw(st.sampled_from(RIGHT[interface])))
    fitting = [slip for slip in SLIPS if slip[0] in source]
    slips = (
        draw(st.lists(st.sampled_from(fitting), min_size=1, max_size=2))
        if fitting
        else []
    )
    places = draw(st.lists(st.integers(0, 1), min_size=len(slips), max_size=len(slips)))
    return interface, with_slips(source, tuple(slips), tuple(places))


@settings(max_examples=300)
@given(
    LANGUAGES,
    wrong_programs().flatmap(
        lambda program: st.tuples(st.just(program[1]), asked(program[0]))
    ),
)
def test_sentence_about_the_first_wrong_value_is_true(
    language: str,
    case: tuple[str, Problem],
) -> None:
    source, problem = case
    try:
        finished_run = run(source, problem)
    except (RecursionError, TypeError, ValueError, NameError):
        return  # a search that breaks has no value
    with speaking(language):
        sentence = describe_first_wrong(
            problem, finished_run.looks, finished_run.told.ended
        )
        if sentence is not None:
            event(check(problem, sentence, finished_run.looks, finished_run.ended))


@settings(max_examples=200)
@given(st.data())
def test_right_program_of_any_style_has_no_first_wrong_value(
    data: st.DataObject,
) -> None:
    interface = data.draw(st.sampled_from(sorted(RIGHT)))
    source = source_of(data.draw(st.sampled_from(RIGHT[interface])))
    problem = data.draw(asked(interface))
    finished_run = run(source, problem)
    assert (
        describe_first_wrong(problem, finished_run.looks, finished_run.told.ended)
        is None
    )


# --- A call alone ---


BOUNDS = FEW_VALUES | st.sampled_from([inf, -inf, nan])


@given(FEW_VALUES, BOUNDS, BOUNDS, st.none() | FEW_VALUES)
@example(1, 2, 2, 5)
def test_a_leafs_value_is_wrong_that_is_neither_its_own_nor_a_bound(
    worth: int, alpha: Value, beta: Value, value: int | None
) -> None:
    """Nothing is said if the window or the value is no number, or the sign may be turned on purpose."""
    problem = Problem(Tree.from_nested([worth]))
    description = describe_first_wrong(
        problem, (1,), [Returned("min_value", 1, alpha, beta, value, ())]
    )
    unknown = (
        value is None or isnan(alpha) or isnan(beta) or (value == -worth and worth != 0)
    )
    assert (description is None) == (
        unknown or right(problem, Made("min_value", 1, (alpha, beta), value))
    )


@pytest.mark.parametrize(
    ("tree", "looks", "below"),
    cases("describe_first_wrong_says_nothing_where_returned_values_are_unclear"),
)
def test_describe_first_wrong_says_nothing_where_returned_values_are_unclear(
    tree: object, looks: tuple[int, ...], below: tuple[tuple[int, Value | None], ...]
) -> None:
    problem = Problem(Tree.from_nested(tree))
    assert (
        describe_first_wrong(
            problem, looks, [Returned("max_value", 0, -inf, inf, 9, below)]
        )
        is None
    )


@pytest.mark.parametrize("looks", [(3,), (1, 3), (3, 1)])
def test_describe_first_wrong_says_nothing_of_a_search_below_its_depth(
    looks: tuple[int, ...],
) -> None:
    tree = Tree.from_nested(
        [{"value": 5, "children": [4]}, {"value": 3, "children": [2]}]
    )
    problem = Problem(tree, "negamax", depth=1)
    assert (
        describe_first_wrong(problem, looks, [Returned("negamax", 0, -inf, inf, 9, ())])
        is None
    )


@pytest.mark.parametrize("depth", [0, 1])
def test_value_does_not_go_wrong_below_the_depth_of_a_search(depth: int) -> None:
    """A leaf further down is no place at which this search ends."""
    tree = Tree.from_nested([{"value": 5, "children": [4]}], "MAX")
    tree = tree.with_values([6, *tree.values[1:]])
    returned = [
        Returned("alpha_beta", 2, -inf, inf, -inf, ()),
        Returned("alpha_beta", 1, -inf, inf, -inf, ((2, -inf),)),
        Returned("alpha_beta", 0, -inf, inf, -inf, ((1, -inf),)),
    ]
    end, right = ("A1", 6) if depth == 0 else ("B1", 5)
    problem = Problem(tree, "alpha_beta", depth=depth)
    assert describe_first_wrong(problem, (2,), returned) == (
        f"The value first went wrong at {end}, where the search ends: "
        f"your alpha_beta returned -inf there, and it is worth {right}."
    )


def test_leaf_that_a_helper_may_have_got_wrong_is_not_passed_over() -> None:
    """Only the call of the function that is asked for is known: a helper may search its children."""
    looks = (1, 2, 3)
    tree = Tree.from_nested([3, 7, 5])
    returned = [Returned("max_value", 0, -inf, inf, 9, ())]
    assert describe_first_wrong(Problem(tree), looks, returned) == (
        "At A1, where MAX moves, your max_value returned 9. "
        "The greatest of the children that it searched is B2 = 7."
    )
    negamax = Problem(tree, "negamax", depth=1)
    returned = [Returned("negamax", 0, -inf, inf, -3, ())]
    assert describe_first_wrong(negamax, looks, returned) is None


def test_a_leaf_without_a_utility_has_no_wrong_value() -> None:
    tree = Tree.from_nested([3, 5]).with_values([None, 3, None])
    assert (
        describe_first_wrong(
            Problem(tree), (1, 2), [Returned("min_value", 2, -inf, inf, 9, ())]
        )
        is None
    )


def test_first_wrong_value_with_many_digits_is_cut() -> None:
    description = describe_first_wrong(
        Problem(Tree.from_nested([3])),
        (1,),
        [Returned("min_value", 1, -inf, inf, 10**60, ())],
    )
    assert f"returned 1{'0' * 39} … (cut: 61 characters in all) there" in str(
        description
    )


# --- In the page: tests/pages has some on which it is said ---


def test_wrong_value_is_not_called_negated_where_every_value_may_be(
    tmp_path: Path,
) -> None:
    page = page_of(
        tmp_path,
        TEXTBOOK.replace("return state.utility()", "return -state.utility()"),
        [[3, 5]],
    )
    assert (
        "returned -5. No leaf has this value. Where in your code does it come from?\n"
        in page
    )


def test_a_bound_too_large_for_a_double_breaks_no_search_that_is_noted(
    tmp_path: Path,
) -> None:
    whole = "v = min(v, max_value(state.result(a), -(10**400), 10**400))"
    page = page_of(
        tmp_path,
        program("v = min(v, max_value(state.result(a), alpha, beta))", f"{whole} + 4"),
        [[3]],
    )
    assert "returned 7. The value first went wrong at B1" in page


def test_first_wrong_value_is_told_of_a_program_that_keeps_state(
    tmp_path: Path,
) -> None:
    """What its functions return is seen in another search, in a fresh process, which is the same one."""
    source = program("v = -math.inf", "v = len(seen); seen.append(1)").replace(
        "import math", "import math\nseen = [1]"
    )
    page = page_of(tmp_path, source, [[-1, 4], [-3, 2]])
    assert "The value first went wrong at A1" in page


def test_describe_first_wrong_takes_linear_time_in_the_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    width, climbed = 300, 0
    problem = Problem(Tree.from_nested([list(range(width)), [5]]))
    looks = tuple(problem.tree.leaves())[::-1]
    parent = Tree.parent

    def counted(tree: Tree, node: int) -> int:
        nonlocal climbed
        climbed += 1
        return parent(tree, node)

    monkeypatch.setattr(Tree, "parent", counted)
    description = not_none(
        describe_first_wrong(
            problem, looks, [Returned("min_value", 1, -inf, inf, width - 1, ())]
        )
    )
    assert description.endswith(
        "The smallest of the children that it searched is C1 = 0."
    )
    assert climbed <= problem.tree.depth * len(looks)
