"""A mistake is called by its name only where the place of its repair and what the program does agree."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from unittest.mock import Mock

import pytest

from autograder.exercises.load import load_set
from autograder.judging import Failed, Report
from autograder.judging.explaining import Explainer
from autograder.judging.explanation import ClaimedRepair, EditedLine, Explanation, NewLines, Place
from autograder.judging.judge import judge_whole
from autograder.judging.repair import explanation
from autograder.judging.run import grade
from autograder.limits import MOST_EDITS
from autograder.mistakes import kinds
from autograder.mistakes.catalogue import CHANCE
from autograder.mistakes.kinds import STATE_KEPT
from autograder.sandbox.outcome import Failure, Searched
from autograder.showing.places import Explained
from reference.problem import Problem
from tests.test_submissions import explains_here

PROJECT = Path(__file__).parents[1]
SUBMISSIONS = PROJECT / "tests" / "submissions"
CORE = load_set(PROJECT / "exercises", "[01][0-9]_*")
CS188 = load_set(PROJECT / "exercises" / "cs188", "0*")
AIMA_4E = load_set(PROJECT / "exercises" / "aima_4e", "0*")
LOOP = "    for a in state.actions():\n        v = max(v, min_value(state.result(a), alpha, beta))"
BY_INDEX = """    kids = [state.result(a) for a in state.actions()]
    i = 0
    while i < len(kids) - 1:
        i += 1
        v = max(v, min_value(kids[i - 1], alpha, beta))"""
AT_CUTOFF = "        if v >= beta:\n            return v"
IN_MIN = "    v = math.inf\n"
MAX_OF_AGENT_0 = "            if agent == 0:\n                v = max"
MAX_S_END = "            if v >= beta:\n                return alpha, move\n            alpha = max(alpha, v)\n"
MIN_S_END = "            if v <= alpha:\n                return beta, move\n            beta = min(beta, v)\n"
MIN_CALLS = "max_value(state.result(a), alpha, beta)"
REMEMBERED = """
SEEN = {}
def min_value(state, alpha, beta):
    if state.name not in SEEN:
        SEEN[state.name] = min_value_of(state, alpha, beta)
    return SEEN[state.name]
def min_value_of("""


def graded(folder: Path, style: str, *changes: tuple[str, str]) -> Report:
    """A right program with some words changed, graded on a part of its set."""
    exercises = CS188 if style.startswith("cs188") else AIMA_4E if style.startswith("aima_4e") else CORE
    source = (SUBMISSIONS / style / exercises.assignment.file).read_text("utf-8")
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    (folder / exercises.assignment.file).write_text(source, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        explains_here(patch, exercises)
        return grade(folder, exercises)


def names_of(report: Report) -> set[str]:
    failed = [verdict for verdict in report.visible if isinstance(verdict, Failed)]
    assert failed
    return {name for verdict in failed for name in verdict.misconceptions}


@pytest.mark.parametrize(
    ("change", "names"),
    [
        pytest.param((LOOP, BY_INDEX), set(), id="a comparison with the number of children is no cutoff"),
        pytest.param((AT_CUTOFF, f"{AT_CUTOFF[:-1]}alpha"), set(), id="the own bound, returned in the loop"),
        pytest.param((IN_MIN, f"    alpha = -math.inf\n{IN_MIN}"), {"shallow-only"}, id="alpha set anew"),
        pytest.param(("v = -math.inf", "v = -1"), {"finite-infinity"}, id="a start that is not 0"),
        pytest.param(("v = math.inf", "v = 100"), {"finite-infinity"}, id="a start that is far from 0"),
        pytest.param(("v = -math.inf", "v = 0"), {"zero-initial-value"}, id="a start at 0"),
        pytest.param(("        v = max(v, ", "        v == max(v, "), set(), id="a value that is not kept"),
        pytest.param(("\ndef min_value(", REMEMBERED), {STATE_KEPT}, id="values kept between searches"),
        pytest.param((MIN_CALLS, "max_value(state.result(a))"), set(), id="a call without a window breaks"),
    ],
)
def test_no_name_is_false(change: tuple[str, str], names: set[str], tmp_path: Path) -> None:
    assert names_of(graded(tmp_path, "textbook", change)) == names


def test_a_window_by_default_is_seen(tmp_path: Path) -> None:
    changes = (
        ("(state, alpha, beta):", "(state, alpha=-math.inf, beta=math.inf):"),
        (MIN_CALLS, "max_value(state.result(a))"),
    )
    assert names_of(graded(tmp_path, "textbook", *changes)) == {"window-not-passed"}


@pytest.mark.parametrize(
    ("change", "names"),
    [
        pytest.param(("rounds == self.depth", "rounds > self.depth"), set(), id="a horizon is no cutoff"),
        pytest.param((MAX_OF_AGENT_0, MAX_OF_AGENT_0.replace("agent", "agent % 2")), set(), id="whose turn it is"),
        pytest.param(("== state.getNumAgents()", "== 2"), {"agents-miscounted"}, id="how many there are"),
        pytest.param(("v > best or", "v >= best or"), {"last-of-ties"}, id="ties"),
    ],
)
def test_no_name_is_false_in_a_course_s_words(change: tuple[str, str], names: set[str], tmp_path: Path) -> None:
    assert names_of(graded(tmp_path, "cs188_textbook", change)) == names


FLAG_FOR_BOTH = (
    ("                alpha = max(alpha, v)\n", ""),
    (
        "                beta = min(beta, v)\n",
        """            if agent == 0 or "MAX":
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
""",
    ),
)
"""Whose bound it is decides a condition that always holds: that is MIN's move of alpha, and no slip in an update."""
OLDER_BOUND = (
    ("                alpha = max(alpha, v)\n            if v >= beta:\n                return v, move\n", MAX_S_END),
    ("                beta = min(beta, v)\n            if v <= alpha:\n                return v, move\n", MIN_S_END),
)
"""The child was counted, and an older bound is returned; to test behind the bound's update makes it right, too."""


@pytest.mark.parametrize(
    ("style", "changes", "line"), [("cs188_textbook", FLAG_FOR_BOTH, 42), ("aima_4e_textbook", OLDER_BOUND, 16)]
)
def test_a_place_that_is_another_s_proves_no_name(
    style: str, changes: tuple[tuple[str, str], ...], line: int, tmp_path: Path
) -> None:
    report = graded(tmp_path, style, *changes)
    assert names_of(report) == set()
    assert Explained(report).explanation.places[0].line == line


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ((("v >= beta", "v > beta"), ("        beta = min(beta, v)\n", "")), {"strict-cutoff", "beta-not-updated"}),
        ((("v >= beta", "v > beta"), (LOOP, BY_INDEX)), {"strict-cutoff"}),  # the other part has no name
    ],
)
def test_of_two_mistakes_each_is_named_that_is_one(
    changes: tuple[tuple[str, str], ...], names: set[str], tmp_path: Path
) -> None:
    report = graded(tmp_path, "textbook", *changes)
    assert names_of(report) == names
    places = Explained(report).explanation.places
    assert {place.misconception for place in places} - {""} == names


def test_nothing_is_remembered_where_chance_decides(tmp_path: Path) -> None:
    lot = "        if random.random() < 0.2:\n            break\n        v = max("
    report = graded(tmp_path, "textbook", ("import math", "import math, random"), ("        v = max(", lot))
    assert names_of(report) == {CHANCE}


def repair_of(kind: kinds.Kind, role: str, *parts: ClaimedRepair) -> ClaimedRepair:
    return ClaimedRepair((EditedLine(kind, role, "alphabeta.py", 1),), (), parts=parts)


def test_the_place_chooses_among_what_the_program_agrees_with() -> None:
    looser = repair_of(kinds.LOOSER, "test")
    assert looser.undoes(("eager-children", "strict-cutoff")) == ("strict-cutoff",)
    assert looser.undoes(("late-cutoff",)) == ("late-cutoff",)  # another kind of change undoes it at such a place
    assert looser.undoes(("wrong-bound-returned",)) == ()
    assert looser.undoes(()) == ()
    assert repair_of(kinds.FAR, "initial").undoes(()) == ("finite-infinity",)  # that shows in the number itself
    assert repair_of(kinds.LOOSER, "horizon", looser, looser).undoes(("strict-cutoff",)) == ("strict-cutoff",)


def test_a_slice_of_an_array_looks_at_every_leaf_and_is_no_missing_cutoff() -> None:
    folder = SUBMISSIONS / "written_minimax_array_halves_copied"
    assert names_of(grade(folder, load_set(PROJECT / "exercises" / "minimax_array"))) == set()


@pytest.mark.parametrize(("lines", "names"), [(3, ("strict-cutoff",)), (4, ())])
def test_many_lines_of_several_kinds_prove_no_name(lines: int, names: tuple[str, ...]) -> None:
    part = repair_of(kinds.LOOSER, "test")
    edits = tuple(part.edits[0]._replace(line=line) for line in range(1, lines + 1))
    program = Mock(Explainer, _agreeing=("strict-cutoff",), _diagnoses=[])
    assert Explainer._undone(program, ClaimedRepair(edits, (), parts=(part, part)), ()) == names
    assert Explainer._undone(program, ClaimedRepair(edits, ()), ()) == ("strict-cutoff",)  # one mistake everywhere


def test_a_nearest_change_is_shown_with_the_points_it_adds_and_only_if_it_adds_some(tmp_path: Path) -> None:
    report = graded(tmp_path, "textbook", ("v >= beta", "v > beta"))
    told = Explained(report)
    best = told.explanation.repairs[0]
    told.explanation = Explanation(nearest=best._replace(points=report.points + 1))
    page = "\n".join(told.page())
    assert f"With the nearest change it has {report.points + 1:g} of {report.max_points:g} points, and now" in page
    told.explanation = Explanation()
    assert "No change was found that mends anything" in "\n".join(told.page())


def test_a_line_that_is_proved_is_not_lost_for_want_of_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClaimedRepair, "undoes", lambda *_: 1 // 0)
    report = graded(tmp_path, "textbook", ("v >= beta", "v > beta"))
    assert names_of(report) == set()
    assert Explained(report).explanation.places == (Place("alphabeta.py", 12),)


class Broken:
    def search(self, _: Problem) -> Searched:
        return Searched(Failure("raised", "an error"))

    def search_each(self, problems: Sequence[Problem]) -> list[Searched]:
        return [self.search(problem) for problem in problems]


def test_each_changed_program_ends_when_it_was_judged() -> None:
    running: list[ClaimedRepair] = []
    seen: list[tuple[str, int]] = []

    @contextmanager
    def program(repair: ClaimedRepair) -> Iterator[Broken]:
        running.append(repair)
        seen.append((repair.kind, len(running)))
        yield Broken()
        running.remove(repair)

    verdicts = [*judge_whole(CORE.exercises[:2], Broken(), lambda: True)]
    text = (NewLines("alphabeta.py", 1, 1, ("pass",)),)
    claims = [repair_of(kinds.LOOSER, "test")._replace(kind=word, text=text) for word in ("repair", "nearest") * 2]
    assert explanation(verdicts, claims, program, lambda: True) == Explanation(exercises=2)
    assert seen == [("repair", 1), ("repair", 1), ("nearest", 1), ("nearest", 1)]


def test_no_more_slips_are_believed_than_a_repair_may_have_places() -> None:
    slips = repair_of(kinds.SLIPS["bare"], "")._replace(kind="seen")
    every = [slips._replace(edits=slips.edits * MOST_EDITS)] * 3
    assert explanation((), every, lambda _: nullcontext(Broken()), lambda: True).seen == slips.edits * MOST_EDITS
