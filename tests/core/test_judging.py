"""The facts that a judgement counts: each check alone, every look, and nothing that only explains the grade."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from autograder.core.exercises.exhaustive import Batch
from autograder.core.exercises.generated import batches_of
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import GeneratedExercise
from autograder.core.grading import report, run
from autograder.core.judging.judge import (
    Failed,
    NotRun,
    Passed,
    Verdict,
    checks_in_any_form,
    judge,
)
from autograder.core.sandbox import budget, process
from autograder.core.sandbox.budget import Budget
from autograder.core.sandbox.outcome import Searched
from autograder.core.sandbox.process import StudentProcess
from autograder.core.sandbox.program import Note, Sandbox
from autograder.core.sandbox.staging import staged
from autograder.core.sandbox.submission import find_submission
from autograder.core.sentences import sentence
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.tell.failed import nested
from autograder.tell.feedback import feedback, whole
from autograder.tell.formats import results
from autograder.tell.styled_text import plain
from reference import interfaces
from reference.changes import no_test, observe
from reference.game import State, Tree, Value
from reference.interfaces import exact_values
from reference.problem import Observation, Problem, PruneWhen
from tests.patience import UNHURRIED
from tests.sets import cases, made_set, written
from tests.trees import PLAYERS, Nested, nested_trees, number, uniform, windows

CORE = Path(__file__).parents[2] / "exercises"
AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
CONVENTIONS: st.SearchStrategy[PruneWhen] = st.sampled_from(
    ("alpha >= beta", "alpha > beta")
)
TEXTBOOK = (
    CORE.parent / "tests" / "submissions" / "textbook" / "alphabeta.py"
).read_text("utf-8")
TEXTBOOK = TEXTBOOK.replace("import math", "from math import inf").replace(
    "math.inf", "inf"
)
SEARCHES_FIRST = f"""{TEXTBOOK.replace("max_value", "search")}
def max_value(state, alpha, beta):
    search(state, alpha, beta)
"""


def graded(
    folder: Path,
    program: str,
    exercises: list[dict[str, object]],
    **limits: float,
) -> ExplainedReport:
    """Return a program's report on a set made for it. Without a limit for it no repair is looked for."""
    made = made_set(folder / "set", exercises, limits={"explain_seconds": 0, **limits})
    return grade_and_explain(
        str(written(folder / "alphabeta.py", program)), load_set(made)
    )


def page(verdict: Verdict) -> str:
    return plain(whole(feedback(verdict)))


# --- Each check alone ---


@pytest.mark.parametrize(
    "returned",
    [
        "None",
        "(3, 'B1')",
        "'three'",
        "float('nan')",
        "state",
        "10 ** 5000",
        "'x' * 10 ** 6",
    ],
)
def test_program_that_returns_no_value_fails_only_the_value(
    returned: str, tmp_path: Path
) -> None:
    program = SEARCHES_FIRST
    explained = graded(tmp_path, f"{program}    return {returned}\n", [{"tree": AIMA}])
    (verdict,) = explained.report.verdicts
    assert verdict.checks == {"value": False, "pruned": True, "order": True}
    assert "Right: the pruned leaves, the order of visits. Wrong: the value." in page(
        verdict
    )


@pytest.mark.parametrize(
    "end", ["raise ValueError", "while True: pass", "import os; os._exit(1)"]
)
def test_a_search_that_does_not_return_is_not_finished(
    end: str, tmp_path: Path
) -> None:
    program = SEARCHES_FIRST
    explained = graded(tmp_path, f"{program}    {end}\n", [{"tree": AIMA}], seconds=0.5)
    assert explained.report.points == 0


@pytest.mark.parametrize("infinity", ["sys.maxsize", "-10 ** 300", "2 ** 53 + 1"])
def test_a_large_whole_number_is_compared_as_it_is(
    infinity: str, tmp_path: Path
) -> None:
    """One that lies outside of the window shows there what is asked for; as the value itself it is wrong."""
    program = f"import sys\n{TEXTBOOK.replace('max_value', 'search')}\ndef max_value(state, alpha, beta):\n"
    program += f"    search(state, alpha, beta)\n    return {infinity}\n"
    window = [20, "inf"] if infinity.startswith("-") else ["-inf", 1]
    tree = [[3, 12], [4, 5]]
    exercises: list[dict[str, object]] = [
        {"tree": tree},
        {"tree": tree, "window": window},
    ]
    first, second = graded(tmp_path, program, exercises).report.verdicts
    assert (first.checks["value"], second.checks["value"]) == (False, True)
    assert "a number that your program uses for infinity" in page(first)


def test_the_programs_own_infinity_is_named(tmp_path: Path) -> None:
    program = TEXTBOOK.replace("from math import inf", "import sys\ninf = sys.maxsize")
    exercises: list[dict[str, object]] = [{"tree": [["-inf", 4], ["-inf", 3]]}]
    lost = graded(tmp_path, program, exercises, explain_seconds=1).report.verdicts[0]
    assert lost.misconceptions == ("finite-infinity",)
    assert "-9223372036854775807" in page(lost)


@given(nested_trees(), PLAYERS, CONVENTIONS, st.sampled_from(interfaces.names()))
def test_answer_without_a_look_fails_every_check(
    tree: Nested, player: str, prune_when: PruneWhen, name: str
) -> None:
    problem = Problem(
        Tree.from_nested(tree, player), name, guess=0, epsilon=2, prune_when=prune_when
    )
    assume(name != "alpha_beta_search" or isinstance(tree, list))
    assume(not list(interfaces.load(name).mistakes(problem)))
    expected = observe(problem)
    guessed = Searched(Observation(expected.value, ()))
    assert not any(checks_in_any_form(problem, expected, guessed).values())


# --- Every look ---

PROGRAMS = CORE.parent / "tests" / "programs"


def with_line(name: str, place: str, line: str, below: str = "") -> str:
    """Return a program with a line in the place of a word. below: what it stands below."""
    return below + (PROGRAMS / f"{name}.py").read_text("utf-8").replace(place, line)


ALONE: dict[str, object] = {
    "tree": [3, 9, 5, 13, 7],
    "window": ["-inf", 12],
    "isolate": "max_value",
}


@pytest.mark.parametrize(
    ("first", "checks"), cases("looks_before_a_call_with_a_closed_window_count")
)
def test_looks_before_a_call_with_a_closed_window_count(
    first: str, checks: list[bool], tmp_path: Path
) -> None:
    verdict = graded(
        tmp_path, with_line("reads_ahead", "FIRST", first, below=TEXTBOOK), [ALONE]
    ).report.verdicts[0]
    assert [verdict.checks[check] for check in ("value", "pruned", "order")] == checks


@pytest.mark.parametrize(
    ("asked", "checks"),
    cases("repeated_calls_and_calls_of_leaves_are_judged_like_the_textbooks"),
)
def test_repeated_calls_and_calls_of_leaves_are_judged_like_the_textbooks(
    asked: str, checks: list[bool], tmp_path: Path
) -> None:
    exercise = {**ALONE, "tree": [[3, 9], 5, [13, 14], 7]}
    verdict = graded(
        tmp_path, with_line("asks", "ASKED", asked), [exercise]
    ).report.verdicts[0]
    assert [verdict.checks[check] for check in ("value", "pruned", "order")] == checks
    if not verdict.passed:
        assert (
            "Right: the value, the order of visits. Wrong: the calls of the other function."
            in page(verdict)
        )
        assert "Your search called it with alpha = -inf." in page(verdict)


def test_call_with_a_closed_window_learns_nothing_of_the_tree(tmp_path: Path) -> None:
    first = "print('told', [min_value(child, 1, 0) for child in state.children])"
    verdict = graded(
        tmp_path, with_line("reads_ahead", "FIRST", first, below=TEXTBOOK), [ALONE]
    ).report.verdicts[0]
    assert isinstance(verdict, Passed)
    assert "told [1.0, 1.0, 1.0, 1.0, 1.0]" in verdict.printed


# --- What only explains costs nothing ---


def test_ended_processes_during_explaining_do_not_count(tmp_path: Path) -> None:
    """Wrong where MIN begins, and dies at the second search in one process: while smaller trees are tried."""
    ranges = {"examples": 1, "depth": [2, 2], "branching": [2, 2], "seed": 4}
    exercises: list[dict[str, object]] = [
        {"root": "min", "generate": ranges},
        {"visibility": "hidden", "tree": AIMA},
    ]
    wrong, hidden = graded(
        tmp_path,
        (PROGRAMS / "dies_second.py").read_text("utf-8"),
        exercises,
        explain_seconds=3,
    ).report.verdicts
    assert not wrong.passed
    assert hidden.passed


class SlowClock:
    """A clock that stands still, but for the searches, which take long."""

    def __init__(self, seconds: float) -> None:
        """Begin. seconds: what a search takes."""
        self.now = 1000.0
        self._seconds = seconds

    def monotonic(self) -> float:
        return self.now

    def process_time(self) -> float:
        return 0.0

    def put_in_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let a run go by it."""
        search_each = Sandbox.search_each

        def slow(
            sandbox: Sandbox, problems: Sequence[Problem], note: Note = ""
        ) -> list[Searched]:
            self.now += self._seconds * len(problems)
            return search_each(sandbox, problems, note)

        monkeypatch.setattr(Sandbox, "search_each", slow)
        for module in (run, budget, report):
            monkeypatch.setattr(module, "time", self)
        monkeypatch.setattr(process, "_now", self.monotonic)


@pytest.mark.parametrize("run_seconds", [30, 60])
def test_the_whole_run_ends_in_time_and_explaining_takes_none_from_judging(
    run_seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong program that is slow on every probe, and right on the hidden tree, in which MIN moves."""
    wrong = TEXTBOOK.replace("v = -inf", "v = 0")
    exercises: list[dict[str, object]] = [{"tree": [[-3, -2], [-5, -4]]}]
    exercises.append({"visibility": "hidden", "root": "min", "tree": [5, 3]})
    clock = SlowClock(1.5)
    clock.put_in_place(monkeypatch)
    explained = graded(
        tmp_path, wrong, exercises, run_seconds=run_seconds, explain_seconds=3
    )
    assert [verdict.passed for verdict in explained.report.verdicts] == [False, True]
    explaining = run_seconds / 6
    assert 3 + explaining <= explained.report.seconds <= 3 + explaining + 1.5
    assert results(explained)["tests"]


@pytest.mark.parametrize(("seconds", "is_judged"), [(9, True), (20, False)])
def test_drawing_trees_takes_no_time_from_judging(
    seconds: float, is_judged: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 45 seconds the first exercise takes 40. Drawing has the 10 for explaining: all must end in time."""
    passed = 0.0

    def takes(seconds: float) -> None:
        nonlocal passed
        passed += seconds

    def drawn(exercise: GeneratedExercise) -> Iterable[Batch]:
        takes(seconds)
        return batches_of(exercise)

    def judged(*asked: Any) -> Verdict:
        verdict = judge(*asked)
        takes(40)
        return verdict

    clock = SimpleNamespace(
        monotonic=lambda: time.monotonic() + passed, process_time=lambda: 0.0
    )
    monkeypatch.setattr(run, "time", clock)
    monkeypatch.setattr(budget, "time", clock)
    monkeypatch.setattr(run, "batches_of", drawn)
    monkeypatch.setattr(run, "judge", judged)
    exercises: list[dict[str, object]] = [{"tree": AIMA}, {"generate": {"examples": 2}}]
    explained = graded(tmp_path, TEXTBOOK, exercises, run_seconds=60, explain_seconds=3)
    assert [verdict.passed for verdict in explained.report.verdicts] == [
        True,
        is_judged,
    ]


def test_run_shorter_than_its_explaining_time_is_graded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SlowClock(0).put_in_place(monkeypatch)
    explained = graded(
        tmp_path, TEXTBOOK, [{"tree": AIMA}], run_seconds=2.5, explain_seconds=3
    )
    assert explained.report.points == 3


# --- A program that has failed is not run for ever ---

EVERY_TREE: dict[str, object] = {"generate": {"every": {"leaves": 3, "plies": 2}}}
WRONG_VALUE = TEXTBOOK.replace("return state.utility()", "return state.utility() + 1")


@pytest.fixture
def slow_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand for a processor of which each look at its clock takes a second."""
    seconds = count(1)
    monkeypatch.setattr(StudentProcess, "processor_seconds", lambda _: next(seconds))


@pytest.mark.usefixtures("slow_processor")
def test_a_right_program_may_be_as_slow_as_it_likes(tmp_path: Path) -> None:
    exercises: list[dict[str, object]] = [{"tree": AIMA}, EVERY_TREE, {"tree": AIMA}]
    verdicts = graded(tmp_path, TEXTBOOK, exercises).report.verdicts
    assert all(verdict.passed for verdict in verdicts)


@pytest.mark.usefixtures("slow_processor")
def test_a_failed_program_that_has_used_much_processor_time_is_run_no_further(
    tmp_path: Path,
) -> None:
    """It fails the first exercise, and goes on with its right visits until its time is used up."""
    exercises: list[dict[str, object]] = [{"tree": AIMA}, EVERY_TREE, {"tree": AIMA}]
    alone, every, after = graded(tmp_path, WRONG_VALUE, exercises).report.verdicts
    assert alone.points == 2
    assert isinstance(every, Failed)
    assert every.is_cut_short
    assert every.points == 0
    assert 0 < every.trees < 100
    assert f"wrong on at least one of {every.trees} small trees" in page(every)
    assert "the other trees were not searched" in page(every)
    assert isinstance(after, NotRun)
    assert sentence("ended", "not run, processor time") in page(after).replace(
        "\n", " "
    )


@pytest.mark.usefixtures("slow_processor")
def test_time_before_the_first_failure_is_not_counted(tmp_path: Path) -> None:
    """The clock passes the limit in the first exercise, which is right."""
    right_first = WRONG_VALUE.replace("+ 1", "+ (state.utility() == 12345)")
    assert right_first != WRONG_VALUE
    verdicts = graded(
        tmp_path, right_first, [EVERY_TREE, {"tree": [[12345], [2]]}, {"tree": AIMA}]
    ).report.verdicts
    assert [verdict.passed for verdict in verdicts] == [True, False, True]


@pytest.mark.usefixtures("slow_processor")
def test_explaining_gets_what_judging_left_and_the_time_of_one_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []
    limit = Budget.limit_processor

    def noted(of: Budget, seconds: float) -> None:
        given.append(seconds)
        limit(of, seconds)

    monkeypatch.setattr(Budget, "limit_processor", noted)
    graded(tmp_path, WRONG_VALUE, [{"tree": AIMA}, {"tree": AIMA}])
    judging, *_, explaining = given
    assert judging == 15
    assert 5 < explaining < 20


class CountedWork:
    """Clocks that go on by what is done, alike on each machine.

    Each frame of a process takes longer than the one before, as in a program that looks through a table of all that it has seen.
    """

    def __init__(self) -> None:
        """Begin with nothing done."""
        self.of_programs: dict[StudentProcess | None, float] = defaultdict(float)
        self.of_grader = 0.0

    @property
    def seconds(self) -> float:
        """The processor time of all together."""
        return sum(self.of_programs.values()) + self.of_grader

    def put_in_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let a run go by these clocks."""
        frame, start_engine = StudentProcess.frame, Sandbox.start_engine

        def counted(of: StudentProcess) -> tuple[int, int, float]:
            self.of_programs[of] += 0.01 + self.of_programs[of] / 100
            self.of_grader += 0.01
            return frame(of)

        def counted_engine(of: Sandbox, command: Any) -> None:
            start_engine(of, command)
            # It takes all that it may.
            self.of_programs[of._process] += command.get("processor", 0)

        clock = SimpleNamespace(
            monotonic=time.monotonic, process_time=lambda: self.of_grader
        )
        monkeypatch.setattr(budget, "time", clock)
        monkeypatch.setattr(process, "_now", lambda: self.seconds)
        monkeypatch.setattr(StudentProcess, "frame", counted)
        monkeypatch.setattr(Sandbox, "start_engine", counted_engine)
        monkeypatch.setattr(
            StudentProcess, "processor_seconds", lambda of: self.of_programs[of]
        )


def test_no_failing_program_takes_more_than_twenty_seconds_of_processor_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fails at once, and would take hours: each search takes longer than the one before."""
    work = CountedWork()
    work.put_in_place(monkeypatch)
    every: dict[str, object] = {"generate": {"every": {"leaves": 3, "plies": 4}}}
    exercises: list[dict[str, object]] = [{"tree": AIMA}, every, {"tree": AIMA}]
    graded(tmp_path, WRONG_VALUE, exercises, explain_seconds=0.01)
    assert 10 < work.seconds < 20


# --- Right in more than one form ---


@pytest.mark.parametrize(
    "nested", [[[0, 1], [0, 1], [0, 1]], [[1, 2], [[1, 0], [1, 2]]]]
)
def test_pruning_on_equality_is_wrong_though_the_root_has_no_test(
    nested: Nested,
) -> None:
    problem = Problem(
        Tree.from_nested(nested), "alpha_beta_search", prune_when="alpha > beta"
    )
    eager = observe(
        problem._replace(prune_when="alpha >= beta"), (no_test("both", "root"),)
    )
    assert eager.looks != observe(problem).looks
    assert not checks_in_any_form(problem, observe(problem), Searched(eager))["pruned"]


BOUNDED = [
    name
    for name in interfaces.names()
    if name in ("max_value/min_value", "alpha_beta", "negamax")
]


@given(
    nested_trees(),
    PLAYERS,
    windows(),
    CONVENTIONS,
    st.sampled_from(BOUNDED),
    st.floats() | st.integers(),
)
def test_bound_either_accepts_any_value_on_the_right_side_of_the_window(
    tree: Nested,
    player: str,
    window: tuple[Value, Value],
    prune_when: PruneWhen,
    name: str,
    returned: Value,
) -> None:
    problem = Problem(
        Tree.from_nested(tree, player),
        name,
        window,
        prune_when=prune_when,
        bound="either",
    )
    exact, (alpha, beta) = number(exact_values(problem)[0]), window
    if exact <= alpha:
        right = returned <= alpha
    elif exact >= beta:
        right = returned >= beta
    else:
        right = returned == exact
    assert (
        interfaces.load(name).accepts(problem, observe(problem).value, returned)
        == right
    )


# --- Feedback ---


def found_by(
    problem: Problem, looks: Callable[[tuple[int, ...]], tuple[int, ...]]
) -> Verdict:
    """Return a verdict on a search that looks at other leaves than the textbook's."""
    (exercise,) = load_set(CORE, "02*").fixed
    exercise = exercise._replace(pattern=problem)
    right = observe(problem)
    search_result = Searched(Observation(right.value, looks(right.looks)))
    return judge(exercise, lambda _: [search_result], lambda: True)


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time that something takes, at best."""

    def once() -> float:
        start = time.process_time()
        work()
        return time.process_time() - start

    return min(once() for _ in range(3))


def test_feedback_takes_time_in_proportion_to_the_tree() -> None:
    """Eight times the leaves: about eight times the time; it was sixty times."""

    def shown(depth: int) -> float:
        problem = Problem(Tree.from_nested(uniform(2, depth, best_first=True)))
        verdict = found_by(problem, lambda looks: tuple(problem.tree.leaves()))
        return seconds(lambda: feedback(verdict))

    assert shown(15) < 24 * shown(12)


def test_a_tree_to_paste_keeps_its_static_evaluations() -> None:
    document = {"value": 7, "children": [{"value": -2, "children": [3, 12]}, [2, inf]]}
    text = nested(Tree.from_nested(document))
    assert (
        text
        == '{"value": 7, "children": [{"value": -2, "children": [3, 12]}, [2, float("inf")]]}'
    )
    again = State(eval(text)).tree
    assert (
        again.values
        == Tree.from_nested(document).values
        == (7, -2, None, 3, 12, 2, inf)
    )
    assert nested(again) == text


# --- A program that is told the values of the trees ---

BREAKS_AT_LEAVES = TEXTBOOK.replace(
    "return state.utility()", "return [state.utility()][state.utility() > 3]"
)


SEES_VALUES = TEXTBOOK.replace(
    "return state.utility()", "return state.utility() + len(state.tree.values)"
)
MAKES_STATES = "from game import State\n" + TEXTBOOK.replace(
    "return state.utility()", "return State(state.tree, state.index).utility()"
)


@pytest.mark.parametrize(
    "program", [BREAKS_AT_LEAVES, SEARCHES_FIRST, SEES_VALUES, MAKES_STATES]
)
def test_a_program_that_is_told_the_values_is_judged_alike(
    program: str, tmp_path: Path
) -> None:
    exercises = load_set(
        made_set(
            tmp_path / "set",
            [{"tree": AIMA}, {"tree": AIMA, "isolate": "max_value"}, EVERY_TREE],
        )
    ).exercises
    submission = find_submission(
        written(tmp_path / "alphabeta.py", program), "alphabeta.py"
    )
    functions = ("max_value", "min_value")
    deadline = time.monotonic() + UNHURRIED.run_seconds
    reports: list[list[Any]] = []
    with staged(submission) as folder:
        for tells_values in (False, True):
            with Sandbox(
                folder, "alphabeta.py", functions, UNHURRIED, deadline
            ) as sandbox:
                sandbox.tells_values = tells_values
                verdicts = [
                    judge(exercise, sandbox.search_each, lambda: True)
                    for exercise in exercises
                ]
            outcomes = [
                [evidence.searched for evidence in verdict.kept] for verdict in verdicts
            ]
            reports.append([[verdict.checks for verdict in verdicts], outcomes])
    assert reports[0] == reports[1]
