"""The playback of a student's search: each step is held against the calls of the same program, made once more here."""

from itertools import pairwise
from math import inf, isnan
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from autograder import grade
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import Assignment, FixedExercise
from autograder.core.judging.judge import Evidence, Failed, checks_in_any_form
from autograder.core.judging.judge import evidence_of as judged
from autograder.core.judging.plainer import PlainerEvidence
from autograder.core.project import EXERCISES
from autograder.core.sandbox.outcome import CallEvent, Calls, Failure, Searched
from autograder.tell.failed import drawing_of
from autograder.tell.pages.picture import short
from autograder.tell.pages.playback import playback, student_labels
from autograder.tell.trace import PROGRAM
from autograder.tell.tree_drawing import TreeAnnotations
from reference.game import Tree
from reference.interfaces import exact_values, load
from reference.observe import observe
from reference.problem import Call, Observation, Problem
from tests.sets import not_none, written
from tests.tell.test_first_wrong import Made, Run, asked, run, source_of, wrong_programs
from tests.trees import number

pytestmark = pytest.mark.usefixtures("forked")
BROKEN = (RecursionError, TypeError, ValueError, NameError)


CASES = wrong_programs().flatmap(
    lambda program: st.tuples(st.just(program[1]), asked(program[0]))
)
"""Wrong programs, each with a problem that it is asked."""


def run_to_the_end(source: str, problem: Problem) -> Run | None:
    """Run a program that returns a number; return None if it breaks."""
    try:
        finished_run = run(source, problem)
    except BROKEN:
        return None
    assume(
        isinstance(finished_run.value, (int, float)) and not isnan(finished_run.value)
    )
    return finished_run


def evidence_of(problem: Problem, found: Run) -> Evidence:
    """Return the observation of a search, as the grader knows it."""
    observed = Observation(found.value, found.looks)
    searched = Searched(observed, events=tuple(found.told.events))
    expected = observe(problem, calls=True)
    return Evidence(
        problem, expected, searched, checks_in_any_form(problem, expected, searched)
    )


def played(evidence: Evidence) -> Any:
    """Return the playback of the whole tree."""
    problem, looks = evidence.problem, evidence.searched.outcome.looks
    annotated = TreeAnnotations(problem, evidence.expected, {}, looks)
    return playback(evidence, annotated, set(range(len(problem.tree))), PROGRAM)


def drawn_window(problem: Problem, call: Made) -> str:
    """Return the window of a call as MAX sees it."""
    low, high = call.window
    if load(problem.interface).negated and problem.tree.player(call.node) == "MIN":
        low, high = -high, -low
    return f"({short(low)}, {short(high)})"


def drawn_value(problem: Problem, call: Made) -> str:
    """Return the value of a call as MAX sees it."""
    is_turned = (
        load(problem.interface).negated and problem.tree.player(call.node) == "MIN"
    )
    return short(-call.value if is_turned else call.value)


def unsigned(value: str) -> str:
    """Return a value without the sign of a bound."""
    return value.removeprefix("≤ ").removeprefix("≥ ")


def is_true(problem: Problem, node: int, value: str) -> bool:
    """Return whether a value with its sign is true of a node."""
    exact = number(exact_values(problem)[node])
    if load(problem.interface).negated and problem.tree.player(node) == "MIN":
        exact = -exact
    bound = float(unsigned(value).replace("∞", "inf"))
    if value.startswith("≤"):
        return exact <= bound
    return exact >= bound if value.startswith("≥") else True


def inner_calls(problem: Problem, ended: list[Made]) -> list[Made]:
    """Return the calls of nodes that are no leaves of the search.

    A program that miscounts the depth may call those below these leaves, too.
    """
    leaves = set(problem.tree.leaves(depth=problem.horizon))
    return [call for call in ended if call.node not in leaves]


@settings(max_examples=200, deadline=None)
@given(CASES)
def test_student_steps_are_the_calls_and_looks_that_were_made(
    case: tuple[str, Problem],
) -> None:
    source, problem = case
    finished_run = run_to_the_end(source, problem)
    if finished_run is None:
        return
    frames = played(evidence_of(problem, finished_run))["found"]
    looked = [frame["look"][0] for frame in frames if "look" in frame]
    assert looked == list(dict.fromkeys(finished_run.looks))
    returned = [frame["value"] for frame in frames if "value" in frame]
    inner = inner_calls(problem, finished_run.ended)
    assert [
        (node, unsigned(value))
        for node, value in returned
        if node in {call.node for call in inner}
    ] == [(call.node, drawn_value(problem, call)) for call in inner]
    assert frames[-1]["text"] == f"returns {short(finished_run.value)}"
    if load(problem.interface).windowed:
        windows = sorted(frame["window"] for frame in frames if "window" in frame)
        assert windows == sorted((c.node, drawn_window(problem, c)) for c in inner)


@settings(max_examples=200, deadline=None)
@given(CASES)
def test_bounds_beside_nodes_are_true_of_any_search(case: tuple[str, Problem]) -> None:
    source, problem = case
    finished_run = run_to_the_end(source, problem)
    if finished_run is None:
        return
    data = played(evidence_of(problem, finished_run))
    inner = set(range(len(problem.tree))) - {*problem.tree.leaves(depth=problem.depth)}
    for frame in [*data["right"], *data["found"]]:
        node, value = frame.get("value", (0, ""))
        if value and node in inner and not value.startswith("→"):
            assert is_true(problem, node, value)


@settings(max_examples=200, deadline=None)
@given(CASES)
def test_every_step_of_both_searches_is_played_and_looks_come_together(
    case: tuple[str, Problem],
) -> None:
    source, problem = case
    finished_run = run_to_the_end(source, problem)
    if finished_run is None:
        return
    evidence = evidence_of(problem, finished_run)
    data = played(evidence)
    moments = [(0, 0), *map(tuple, data["moments"])]
    assert moments[-1] == (len(data["right"]), len(data["found"]))
    for before, after in pairwise(moments):
        steps = [now - then for then, now in zip(before, after, strict=True)]
        assert set(steps) <= {0, 1}
        assert any(steps)

    def looks_before(side: int, moment: Any) -> int:
        frames = data[("right", "found")[side]][: moment[side]]
        return len({frame["look"][0] for frame in frames if "look" in frame})

    parts = data["parts"]
    for index, moment in enumerate(data["moments"]):
        if parts is None or index < parts:
            assert looks_before(0, moment) == looks_before(1, moment)
    visited = tuple(dict.fromkeys(finished_run.looks))
    assert (parts is None) == (visited == evidence.expected.visited)


@given(asked("max_value/min_value"))
@settings(max_examples=60, deadline=None)
def test_labels_are_the_last_window_and_value_at_a_node(problem: Problem) -> None:
    finished_run = run(source_of("two_plies"), problem)
    labels = student_labels(evidence_of(problem, finished_run))
    for call in finished_run.ended:
        assert labels[call.node].value == drawn_value(problem, call)
        assert labels[call.node].window == drawn_window(problem, call)


def frames_of(source: str, folder: Path, exercise: str = "02*") -> list[Any]:
    """Return the steps of a program that was graded."""
    report = grade(
        written(folder / "alphabeta.py", source), load_set(EXERCISES, exercise)
    )
    (verdict,) = report.verdicts
    assert isinstance(verdict, Failed)
    annotated = not_none(drawing_of(verdict))
    nodes = set(range(len(annotated.tree)))
    frames: list[Any] = playback(verdict.evidence, annotated, nodes, PROGRAM)["found"]
    return frames


NO_PRUNING = """
def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    return max(min_value(child, alpha, beta) for child in state.children)


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    return min(max_value(child, alpha, beta) for child in state.children)
"""


def test_student_steps_name_calls_windows_and_values(tmp_path: Path) -> None:
    texts = [frame["text"] for frame in frames_of(NO_PRUNING, tmp_path)]
    assert texts[:3] == [
        "max_value(A1, -∞, ∞)",
        "min_value(B1, -∞, ∞)",
        "visit 1: C1 = 3",
    ]
    assert texts[5] == "min_value(B1, -∞, ∞) returns 3"
    assert texts[-1] == "returns 3"


def test_calls_that_an_exception_left_return_nothing(tmp_path: Path) -> None:
    source = NO_PRUNING.replace("return min(", "min(")
    frames = frames_of(source, tmp_path)
    texts = [frame["text"] for frame in frames]
    assert texts[-1] == "stops here without an answer"
    assert "min_value(B1, -∞, ∞) ends" in texts
    assert not any("value" in frame for frame in frames)
    assert not any(text.startswith("max_value(A1") for text in texts[1:])


@pytest.mark.parametrize("looks", [(1, 2, 3), (1, 2), (2, 1, 3)])
def test_calls_of_a_search_that_differs_the_second_time_are_not_kept(
    looks: tuple[int, ...],
) -> None:
    problem = Problem(Tree.from_nested([1, 2, 3]))
    observed = Observation(2, (1, 2, 3))
    evidence = evidence_of(problem, Run(2, observed.looks, [], Calls()))
    events = (CallEvent(Call("max_value", 0, -inf, inf, None), False, 0),)
    again = Searched(Observation(2, looks, calls=(events[0].call,)), events=events)
    sandbox: Any = SimpleNamespace(search=lambda *_: again)
    budget: Any = SimpleNamespace(may_go_on=lambda: True)
    exercise = FixedExercise("01", "One", problem)
    verdict = Failed(exercise, evidence.checks, 1, evidence)
    plainer = PlainerEvidence(Assignment(""), budget, sandbox)
    plainer_evidence = plainer.of(verdict)
    assert isinstance(plainer_evidence, Failed)
    is_same = looks == observed.looks
    assert plainer_evidence.evidence.searched.events == (events if is_same else ())


@pytest.mark.parametrize(
    ("words", "is_kept"),
    [
        ("TypeError: NoneType\nJust before, min_value ended.", True),
        ("ValueError: another error", False),
    ],
)
def test_who_returned_none_is_told_only_if_the_second_run_broke_alike(
    words: str, is_kept: bool
) -> None:
    broken = Failure("raised", "TypeError: NoneType", looks=(1,), raised="TypeError")
    again = Searched(broken._replace(message=words))
    sandbox: Any = SimpleNamespace(search=lambda *_: again, ends=0)
    budget: Any = SimpleNamespace(may_go_on=lambda: True)
    problem = Problem(Tree.from_nested([1, 2, 3]))
    evidence = judged(problem, Searched(broken))
    hidden = FixedExercise("01", "One", problem, visibility="hidden")
    verdict = Failed(hidden, evidence.checks, 1, evidence)
    plainer_evidence = PlainerEvidence(Assignment(""), budget, sandbox).of(verdict)
    assert isinstance(plainer_evidence, Failed)
    assert plainer_evidence.failure == (
        broken._replace(message=words) if is_kept else broken
    )


def test_leaf_that_its_author_calls_x_is_called_x(tmp_path: Path) -> None:
    texts = [frame["text"] for frame in frames_of(NO_PRUNING, tmp_path, "01*")]
    assert "C5 = x: ✗ your visit 5; it should be pruned" in texts


def test_leaf_keeps_its_visit_where_a_second_pass_looks_again() -> None:
    nested = [[4, 9], [3, 5], [2, 8]]
    problem = Problem(Tree.from_nested(nested), "aspiration_search", guess=6, epsilon=2)
    expected = observe(problem)
    found = Run(expected.value, expected.looks[::-1], [], Calls())
    looks = [
        frame["look"]
        for frame in played(evidence_of(problem, found))["right"]
        if "look" in frame
    ]
    assert len(looks) > len(expected.visited)
    visits = {leaf: visit for visit, leaf in enumerate(expected.visited, 1)}
    assert looks == [(leaf, visits[leaf]) for leaf, _ in looks]
