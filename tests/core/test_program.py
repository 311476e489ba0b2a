"""The grader's answer to each frame that a worker may send, be it honest or not. No process starts."""

import contextlib
import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.core.errors import AutograderError, NoTemporaryFolder, NotIsolated
from autograder.core.exercises.model import Adapter, Assignment, Limits
from autograder.core.limits import LONGEST_MESSAGE, LOOKS_PER_NODE, MOST_DIGITS
from autograder.core.sandbox import program
from autograder.core.sandbox.containment import ALL_LAYERS, NOBODY
from autograder.core.sandbox.outcome import Failure, Missing, NoFunction, Searched
from autograder.core.sandbox.process import Ended, StudentProcess
from autograder.core.sandbox.program import Note, Sandbox, known_to_adapters
from autograder.core.worker import grader as grader_module
from autograder.core.worker import wire
from autograder.core.worker.commands import Configuration, LoadCommand, SearchCommand
from autograder.core.worker.grader import Grader
from reference.game import Tree
from reference.problem import Call, Observation, Problem

FUNCTIONS = ("max_value", "min_value")
AIMA = Problem(Tree.from_nested([[3, 12], [2, 4]]))
ROOT, FIRST_LEAF = 0, 3
LOST = Problem(Tree.from_nested([[-math.inf, 1], [-math.inf]]), "alpha_beta_search")
ADAPTER = Adapter(Path("/course/adapter.py"), "", ())

Frame = tuple[int, float | str, float]
LOCKED: Frame = (wire.LOCKED, "process", 0)
LOADED: Frame = (wire.LOADED, "", 0)
LOOK: Frame = (wire.LOOK, FIRST_LEAF, 0)
RETURNED: Frame = (wire.RETURNED_INT, 0, 3)


def call(
    node: int, alpha: float, beta: float, *, kind: int = wire.CALL, function: int = 0
) -> list[Frame]:
    """Return the frames of a call, which is noted or asked for."""
    return [(kind, node, alpha), (wire.WINDOW_END, function, beta)]


class Scripted:
    """A process that sends the frames of a script, some with words after them, and then ends."""

    pid = 1
    no_namespace = ""

    def __init__(self, script: Sequence[Frame], printed: str = "") -> None:
        self._script, self._text, self._printed = iter(script), b"", printed
        self.user: int | None = None
        self.commands: list[dict[str, Any]] = []
        self.answers: list[tuple[int, int, float]] = []
        self.times_given = 0
        self.is_closed = False

    def frame(self) -> tuple[int, int, float]:
        kind, number, value = next(self._script, (0, 0, 0.0))
        if kind == 0:
            raise Ended("died", "Your program ended itself.")
        if kind < 0:
            raise Ended("too slow", "Your code was still running.")
        self._text = number.encode() if isinstance(number, str) else b""
        return kind, len(self._text) or int(number or 0), float(value)

    def message(self, size: int) -> str:
        assert size == len(self._text)
        return self._text.decode()

    def send(self, data: bytes) -> None:
        self.answers.append(wire.FRAME.unpack(data))

    def command(self, command: dict[str, Any]) -> None:
        self.commands.append(command)

    def give_time(self) -> None:
        self.times_given += 1

    def stack(self) -> str:
        return ""

    @staticmethod
    def processor_seconds() -> float:
        return 0.0

    def printed(self) -> str:
        return self._printed

    def close(self) -> None:
        self.is_closed = True

    @staticmethod
    def forged() -> Ended:
        return Ended("forged", "Your program wrote to the connection.")

    @staticmethod
    def taking_turns() -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()


SLOW: Frame = (-1, 0, 0)
Start = Callable[..., tuple[Sandbox, list[Scripted]]]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Start:
    """Make a sandbox whose processes follow scripts, one each, and the list of these processes."""

    def started(
        *scripts: Sequence[Frame],
        layers: tuple[str, ...] = ("process",),
        **assignment: Any,
    ) -> tuple[Sandbox, list[Scripted]]:
        processes: list[Scripted] = []
        remaining = iter(scripts)

        def process(*_: object) -> Scripted:
            processes.append(Scripted(next(remaining)))
            return processes[-1]

        monkeypatch.setattr(program, "StudentProcess", process)
        about = Assignment("T", **assignment)
        return Sandbox(
            Path("/nowhere"), "alphabeta.py", FUNCTIONS, Limits(), 0.0, layers, about
        ), processes

    return started


def searched(
    start: Start,
    frames: Sequence[Frame],
    problem: Problem = AIMA,
    note: Note = "",
    **more: Any,
) -> Searched:
    """Return the outcome of a search in which a process sends some frames."""
    sandbox, _ = start([LOCKED, LOADED, *frames], **more)
    return sandbox.search(problem, note)


def failure(found: Searched) -> Failure:
    """Return how a search failed, as it must have."""
    assert isinstance(found.outcome, Failure)
    return found.outcome


def observed(found: Searched) -> Observation:
    """Return the observation of a search, which must have ended well."""
    assert isinstance(found.outcome, Observation), found.outcome
    return found.outcome


# --- Looks and calls ---


MOST = LOOKS_PER_NODE * (len(AIMA.tree) + 1)


@pytest.mark.parametrize("calls", [0, 1, MOST // 2, MOST])
def test_looks_and_calls_are_limited_together(calls: int, start: Start) -> None:
    frames_of_calls = [frame for _ in range(calls) for frame in call(ROOT, -1, 1)]
    looks = [LOOK] * (MOST - calls)
    allowed = observed(
        searched(start, [*frames_of_calls, *looks, RETURNED], note="calls")
    )
    assert (len(allowed.calls), len(allowed.looks)) == (calls, MOST - calls)
    for one_more in ([LOOK], call(ROOT, -1, 1)):
        ended = failure(
            searched(
                start, [*frames_of_calls, *looks, *one_more, RETURNED], note="calls"
            )
        )
        assert ended.cause == "too many looks"
        assert "in a tree of 7 nodes and was ended" in ended.message
        most_often = ended.looks.count(FIRST_LEAF)
        text = f" It looked at {AIMA.tree.name(FIRST_LEAF)} {most_often} times."
        assert (text in ended.message) == (most_often > 1)
        assert len(ended.calls) + len(ended.looks) == MOST + 1


def test_look_is_answered_with_the_nodes_value_and_noted(start: Start) -> None:
    problem = AIMA._replace(tree=Tree.from_nested([[3, 0.5], [2, math.inf]]))
    sandbox, processes = start(
        [LOCKED, LOADED, *[(wire.LOOK, node, 0) for node in (3, 4, 6, 1)], RETURNED]
    )
    observation = observed(sandbox.search(problem))
    assert observation.looks == (3, 4, 6, 1)
    answers = [(kind, value) for kind, _, value in processes[0].answers]
    assert answers == [
        (wire.INT, 3),
        (wire.FLOAT, 0.5),
        (wire.FLOAT, math.inf),
        (wire.NOTHING, 0),
    ]


def test_a_process_that_is_told_the_values_gets_no_answer_to_a_look(
    start: Start,
) -> None:
    problems = [
        AIMA._replace(tree=AIMA.tree.with_values([None] * 4 + [*range(n, n + 9)]))
        for n in (1, 2)
    ]
    looks = [(wire.LOOK, node, 0) for node in (4, 5)]
    sandbox, processes = start([LOCKED, LOADED, *looks, RETURNED, *looks, RETURNED])
    sandbox.tells_values = True
    outcomes = sandbox.search_each(problems)
    assert [observed(outcome).looks for outcome in outcomes] == [(4, 5), (4, 5)]
    (process,) = processes
    assert process.answers == []
    values = [list(problem.tree.values) for problem in problems]
    assert process.commands[-1]["values"] == values


@pytest.mark.parametrize("kind", [wire.LOOK, wire.CALL, wire.ASK])
def test_look_or_call_at_a_missing_node_is_forged(kind: int, start: Start) -> None:
    last = len(AIMA.tree) - 1
    for node in (last, last + 1):
        look: list[Frame] = [(wire.LOOK, node, 0)]
        frames = look if kind == wire.LOOK else call(node, 0, 1, kind=kind)
        search_result = searched(start, [*frames, RETURNED], note="calls")
        assert isinstance(search_result.outcome, Observation) == (node == last)
        assert (
            isinstance(search_result.outcome, Observation)
            or search_result.outcome.cause == "forged"
        )


@pytest.mark.parametrize(
    "window_end",
    [(wire.WINDOW_END, 2, 1.0), (wire.CALL, 0, 1.0), (wire.RETURNED_INT, 0, 1.0)],
    ids=str,
)
def test_incomplete_call_is_forged(window_end: Frame, start: Start) -> None:
    assert (
        observed(
            searched(start, [*call(ROOT, 0, 1, function=1), RETURNED], note="calls")
        ).calls[0][0]
        == "min_value"
    )
    assert (
        failure(
            searched(start, [(wire.CALL, ROOT, 0), window_end, RETURNED], note="calls")
        ).cause
        == "forged"
    )


def test_calls_and_their_ends_are_noted_in_order(start: Start) -> None:
    ends: list[Frame] = [(wire.CALL_ENDED, 0, 3), (wire.CALL_ENDED, 0, math.nan)]
    frames = [
        *call(ROOT, -math.inf, math.inf),
        *call(1, 0, 5, function=1),
        *ends,
        RETURNED,
    ]
    search_result = searched(start, frames, note="ends")
    calls = observed(search_result).calls
    assert calls == (
        Call("max_value", 0, -math.inf, math.inf, None),
        Call("min_value", 1, 0, 5, None),
    )
    assert [(end.node, end.value, end.below) for end in search_result.returned] == [
        (1, 3, ()),
        (0, None, ((1, 3),)),
    ]
    one_end_too_many: list[Frame] = [*frames[:-1], (wire.CALL_ENDED, 0, 3), RETURNED]
    assert failure(searched(start, one_end_too_many, note="ends")).cause == "forged"


# --- Calls that the textbook answers ---


ISOLATED = AIMA._replace(isolate="max_value")


def asks(*windows: tuple[float, float]) -> list[Frame]:
    """Return the frames of questions for the first child, of which the textbook knows the answer."""
    return [
        frame
        for alpha, beta in windows
        for frame in call(1, alpha, beta, kind=wire.ASK)
    ]


@pytest.mark.parametrize("window", [(math.nan, 1), (1, math.nan), (math.nan, math.nan)])
def test_call_with_a_bound_that_is_no_number_is_refused(
    window: tuple[float, float], start: Start
) -> None:
    ended = failure(searched(start, [*asks(window), RETURNED], ISOLATED))
    assert ended.cause == "not a window"
    assert (
        ended.message
        == "Your search called min_value at B1 without two numbers for alpha and beta: "
        "each must be an int, a float, a Fraction or a Decimal, not of a class of your own."
    )


def test_an_asked_call_is_answered_and_is_a_look_unless_its_window_is_closed(
    start: Start,
) -> None:
    sandbox, processes = start(
        [LOCKED, LOADED, LOOK, *asks((-math.inf, math.inf), (5, 5), (5, 4)), RETURNED]
    )
    observation = observed(sandbox.search(ISOLATED))
    assert observation.looks == (FIRST_LEAF, 1)
    values = [call.value for call in observation.calls]
    # The textbook's search answers so: with a closed window it returns a bound.
    assert values == [
        3,
        5,
        5,
    ]
    assert [value for _, _, value in processes[0].answers[1:]] == values
    strict = ISOLATED._replace(prune_when="alpha > beta")
    assert observed(
        searched(start, [*asks((5, 5), (5, 4)), RETURNED], strict)
    ).looks == (1,)


def test_search_of_one_function_notes_it_and_answers_the_other(
    start: Start,
) -> None:
    notes: dict[Note, list[str]] = {
        "": [],
        "calls": ["max_value"],
        "ends": ["max_value"],
        "none": [],
    }
    for note, noted in notes.items():
        sandbox, processes = start([LOCKED, LOADED, RETURNED])
        sandbox.search(ISOLATED, note)
        command = processes[0].commands[-1]
        assert (command["noted"], command["answered"], command["note"]) == (
            noted,
            ["min_value"],
            note,
        )


# --- What was returned ---


@pytest.mark.parametrize(
    ("frame", "value"),
    [
        ((wire.RETURNED_INT, 0, -3.0), -3),
        ((wire.RETURNED_FLOAT, 0, -3.0), -3.0),
        ((wire.RETURNED_FLOAT, 0, -math.inf), -math.inf),
        ((wire.RETURNED_TEXT, "B1", 0), "B1"),
        ((wire.RETURNED_LARGE, "9" * MOST_DIGITS, 0), 10**MOST_DIGITS - 1),
        ((wire.RETURNED_LARGE, "-" + "9" * MOST_DIGITS, 0), 1 - 10**MOST_DIGITS),
    ],
)
def test_an_answer_keeps_its_value_and_type(
    frame: Frame, value: object, start: Start
) -> None:
    observation = observed(searched(start, [frame])).value
    assert (observation, type(observation)) == (value, type(value))


NO_NUMBERS = [
    "",
    "-",
    "0",
    "007",
    "+1",
    "1_000",
    "1.5",
    "1e9",
    " 1",
    "1\n",
    "\u0661",
    "--1",
    "9" * (MOST_DIGITS + 1),
]


@pytest.mark.parametrize("digits", [*NO_NUMBERS, "-" + "9" * (MOST_DIGITS + 1)])
def test_large_number_in_any_other_notation_is_forged(
    digits: str, start: Start
) -> None:
    assert (
        failure(searched(start, [(wire.RETURNED_LARGE, digits, 0)])).cause == "forged"
    )


@given(st.text(max_size=5) | st.integers().map(str))
def test_large_number_is_read_only_from_plain_digits(digits: str) -> None:
    process: Any = Scripted([(wire.RETURNED_LARGE, digits, 0)])
    sandbox = Sandbox(Path("/nowhere"), "alphabeta.py", FUNCTIONS, Limits(), 0.0)
    is_plain = (
        digits.isascii()
        and digits.removeprefix("-").isdecimal()
        and str(int(digits)) == digits != "0"
    )
    kind, size, value = process.frame()
    with (
        contextlib.nullcontext()
        if is_plain
        else pytest.raises(Ended, match="Your program wrote to the connection")
    ):
        search: Any = SimpleNamespace(process=process)
        assert sandbox._answer(search, kind, size, value) == int(digits)


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (
            (wire.RETURNED_FLOAT, 0, math.nan),
            "max_value returned nan, which is no number at all.",
        ),
        (
            (wire.REFUSED, "NoneType", 0),
            "it returned None. Is a `return` missing on some path",
        ),
        ((wire.REFUSED, wire.TOO_LARGE, 0), f"{MOST_DIGITS} digits"),
    ],
)
def test_answer_that_is_no_value_fails_alone_and_the_process_lives(
    frame: Frame, words: str, start: Start
) -> None:
    sandbox, processes = start([LOCKED, LOADED, LOOK, frame, RETURNED])
    first, second = sandbox.search(AIMA), sandbox.search(AIMA)
    ended = failure(first)
    assert (ended.cause, ended.looks) == ("not a value", (FIRST_LEAF,))
    assert words in ended.message
    assert observed(second).value == 3
    assert (len(processes), sandbox.ends) == (1, 0)


@pytest.mark.parametrize(
    "frame",
    [
        (wire.RETURNED_INT, 0, 2.5),
        (wire.RETURNED_INT, 0, math.inf),
        (wire.RETURNED_INT, 0, math.nan),
        (wire.NOT_AN_ANSWER, "no", 0),
        (wire.NO_ACTION, "no", 0),
        (wire.ADAPTER_RAISED, "ValueError\0no\0", 0),
        LOADED,
        (wire.INT, 0, 3),
        (255, 0, 0),
    ],
)
def test_a_frame_that_no_honest_process_sends_ends_it(
    frame: Frame, start: Start
) -> None:
    sandbox, processes = start([LOCKED, LOADED, frame], [LOCKED, LOADED, RETURNED])
    assert failure(sandbox.search(AIMA)).cause == "forged"
    assert (processes[0].is_closed, sandbox.ends) == (True, 1)
    assert observed(sandbox.search(AIMA)).value == 3


def test_an_exception_is_told_with_its_traceback(start: Start) -> None:
    raised: Frame = (
        wire.RAISED,
        "ValueError\0too bad\0" + 'File "alphabeta.py"\n' + ("x" * 1900 + "\n") * 3,
        0,
    )
    ended = failure(searched(start, [LOOK, raised]))
    assert (ended.cause, ended.message, ended.looks) == (
        "raised",
        "ValueError: too bad",
        (FIRST_LEAF,),
    )
    assert ended.details.startswith('  │ File "alphabeta.py"')
    assert "(cut: 5723 characters in all)" in ended.details
    assert failure(searched(start, [(wire.RAISED, "ValueError", 0)])) == Failure(
        "raised", "ValueError", raised="ValueError"
    )


# --- A course's adapter ---


def test_an_adapter_may_refuse_an_answer(start: Start) -> None:
    for kind in (wire.NOT_AN_ANSWER, wire.NO_ACTION):
        ended = failure(searched(start, [(kind, "no \x1b action", 0)], adapter=ADAPTER))
        assert ended.cause == "not a value"
        assert ended.message.endswith("\n  │ no \\x1b action")
    long = failure(
        searched(
            start,
            [(wire.NOT_AN_ANSWER, "x" * (LONGEST_MESSAGE + 1), 0)],
            adapter=ADAPTER,
        )
    )
    assert f"(cut: {LONGEST_MESSAGE + 1} characters in all)" in long.message


def test_no_action_is_accepted_only_where_every_action_loses(start: Start) -> None:
    observation = observed(
        searched(start, [(wire.NO_ACTION, "none", 0)], LOST, adapter=ADAPTER)
    )
    assert (observation.value, observation.returned, observation.no_action) == (
        "B1",
        None,
        True,
    )
    assert (
        failure(
            searched(start, [(wire.NOT_AN_ANSWER, "none", 0)], LOST, adapter=ADAPTER)
        ).cause
        == "not a value"
    )
    assert (
        failure(searched(start, [(wire.NO_ACTION, "none", 0)], LOST)).cause == "forged"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("ValueError\0no\x003", "adapter.py, line 3: ValueError: no"),
        ("ValueError\0no\0", "adapter.py: ValueError: no"),
        ("ValueError\0\x003", "adapter.py, line 3: ValueError"),
        ("ValueError", "adapter.py: ValueError"),
    ],
)
def test_exception_in_an_adapter_is_blamed_on_the_course(
    words: str, told: str, start: Start
) -> None:
    sandbox, _ = start(
        [LOCKED, LOADED, (wire.ADAPTER_RAISED, words, 0), RETURNED], adapter=ADAPTER
    )
    ended = failure(sandbox.search(AIMA))
    assert ended.cause == "adapter"
    assert ended.message.splitlines()[-1] == f"  │ {told}"
    assert observed(sandbox.search(AIMA)).value == 3


def test_process_with_an_adapter_gets_terms_but_no_values_of_the_tree() -> None:
    problem = Problem(
        Tree.from_nested([[3, 12], [2, 4]], "MIN"), "alpha_beta", (-5, 7), depth=1
    )
    terms = {
        "interface": "alpha_beta",
        "window": (-5, 7),
        "depth": 1,
        "guess": None,
        "epsilon": None,
    }
    players = {
        "functions": ["alpha_beta"],
        "players": ["MIN", "MAX", "MIN"],
        "to_move": "MIN",
    }
    known = known_to_adapters(problem)
    assert known == {**terms, **players, "players": list(problem.tree.players)}


def test_each_command_has_the_fields_of_its_type(start: Start) -> None:
    sandbox, processes = start([LOCKED, LOADED, RETURNED])
    sandbox.search(AIMA)
    types: tuple[Any, ...] = (Configuration, LoadCommand, SearchCommand)
    for command, its_type in zip(processes[0].commands, types, strict=True):
        assert command.keys() == its_type.__required_keys__


def test_end_of_a_slow_search_is_told_before_the_next_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise the searches of a copy that is told values share the time of one."""
    clock = iter([1.0, 1.01, 1.2])
    monkeypatch.setattr(
        grader_module, "_times", lambda: SimpleNamespace(elapsed=next(clock))
    )
    sent: list[bytes] = []
    monkeypatch.setattr(grader_module, "_write", lambda _, data: sent.append(data))
    grader = Grader(0, 0)
    grader.keeps = True
    counts = []
    for _ in range(3):
        grader.send_late()
        counts.append(len(sent))
        grader.returned(3)
    assert counts == [0, 0, 1]
    assert sent == [wire.FRAME.pack(wire.RETURNED_INT, 0, 3.0) * 2]


def test_search_with_an_adapter_notes_no_call(start: Start) -> None:
    sandbox, processes = start([LOCKED, LOADED, RETURNED], adapter=ADAPTER)
    sandbox.search(AIMA, "calls")
    command = processes[0].commands[-1]
    assert (command["noted"], command["answered"], command["function"]) == (
        [],
        [],
        "",
    )


# --- Loading ---


@pytest.mark.parametrize("packages", [(), ("numpy",)])
@pytest.mark.parametrize(
    ("frame", "cause", "may_be_room"),
    [
        (SLOW, "too slow", True),
        ((0, 0, 0), "died", True),
        ((wire.RAISED, "ValueError", 0), "raised", False),
    ],
)
def test_failed_import_with_packages_mentions_the_memory_limit(
    frame: Frame, cause: str, may_be_room: bool, packages: tuple[str, ...], start: Start
) -> None:
    sandbox, _ = start([LOCKED, frame], packages=packages)
    outcome = sandbox.load().outcome
    assert isinstance(outcome, Failure)
    assert outcome.cause == cause
    hint = "\nOr was there no room to load what it imports in 512 MB of address space?"
    assert (hint in outcome.message) == (may_be_room and bool(packages))


def test_load_names_the_required_functions_that_a_file_lacks(
    start: Start,
) -> None:
    frame: Frame = (
        wire.LOADED,
        "min_value missing helper\nmax_valu missing\nmax_value is int",
        0,
    )
    sandbox, _ = start([LOCKED, frame])
    outcome = sandbox.load().outcome
    assert not isinstance(outcome, Failure)
    assert outcome == {
        "min_value": Missing(("helper",)),
        "max_value": NoFunction("int"),
    }


@pytest.mark.parametrize(
    ("deadline", "processor_deadline", "cause"),
    [(0.0, math.inf, "too slow"), (math.inf, -1.0, "processor time")],
)
def test_process_that_takes_no_answers_is_ended_at_its_time_limits(
    deadline: float,
    processor_deadline: float,
    cause: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("autograder.core.sandbox.process.CLOCK_SECONDS", 0.01)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(writing, bytes(65536)):
            pass
    process: Any = StudentProcess.__new__(StudentProcess)
    process._answers, process._limits = writing, Limits()
    process._deadline, process._run_deadline = deadline, math.inf
    process._processor_deadline = processor_deadline
    process.pid = os.getpid()
    waits = [process._wait_for_room, pytest.fail]
    process._is_last = False
    process._wait_for_room = lambda: waits.pop(0)()
    with pytest.raises(Ended) as raised:
        process.send(b"an answer")
    assert raised.value.failure.cause == cause
    os.close(reading)
    os.close(writing)


def test_process_that_ends_before_its_layers_are_on_was_not_run(start: Start) -> None:
    for script, cause in (
        ([], "not run"),
        ([SLOW], "too slow"),
        ([RETURNED], "forged"),
    ):
        outcome = start(script)[0].load().outcome
        assert isinstance(outcome, Failure)
        assert outcome.cause == cause


def test_a_file_that_cannot_be_loaded_is_not_searched(start: Start) -> None:
    sandbox, _ = start([LOCKED, (wire.RAISED, "ValueError", 0)], [LOCKED, (0, 0, 0)])
    for cause in ("raised", "died"):
        (outcome,) = sandbox.search_each([AIMA, AIMA])
        assert failure(outcome).cause == cause
        sandbox.close()


@pytest.mark.parametrize(
    ("words", "error", "told"),
    [
        ("copy Permission denied", NoTemporaryFolder, "Permission denied"),
        ("packages no way", NotIsolated, "no way"),
    ],
)
def test_file_unreadable_to_the_process_is_the_machines_fault(
    words: str, error: type[AutograderError], told: str, start: Start
) -> None:
    sandbox, _ = start([(wire.UNREADABLE, words, 0)])
    with pytest.raises(error, match=told):
        sandbox.load()


def user_of(
    start: Start, monkeypatch: pytest.MonkeyPatch, user: int, report: str
) -> int | None:
    """Return whose processes would be ended with a program that became a user, as its process reports."""
    monkeypatch.setattr(
        program,
        "configuration",
        lambda *_: {"user": user, "folder": "/nowhere", "importable": ""},
    )
    monkeypatch.setattr(program, "refuse_to_run_as_root", lambda _: None)
    sandbox, processes = start([(wire.LOCKED, report, 0), LOADED], layers=ALL_LAYERS)
    sandbox.load()
    return processes[0].user


def test_only_a_separate_user_marks_the_processes_of_a_program(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody may run other programs, which must not be ended with the student's."""
    assert user_of(start, monkeypatch, 54321, "user") == 54321
    assert user_of(start, monkeypatch, NOBODY, "user") is None
    assert user_of(start, monkeypatch, 54321, "user only root can") is None


# --- Many searches, and what ends them ---


def test_search_each_sends_equal_problems_once_with_time_for_each(start: Start) -> None:
    sandbox, processes = start(
        [LOCKED, LOADED, LOOK, RETURNED, RETURNED, LOOK, LOOK, RETURNED]
    )
    outcomes = sandbox.search_each([AIMA] * 3)
    assert [observed(outcome).looks for outcome in outcomes] == [(3,), (), (3, 3)]
    (process,) = processes
    config, load, search = process.commands
    assert (config["file"], load, search["times"]) == (
        "alphabeta.py",
        {"do": "load"},
        3,
    )
    assert process.times_given == 2


def test_search_each_stops_where_the_process_ends(start: Start) -> None:
    sandbox, processes = start(
        [LOCKED, LOADED, RETURNED, LOOK], [LOCKED, LOADED, RETURNED]
    )
    outcomes = sandbox.search_each([AIMA] * 3)
    assert len(outcomes) == 2
    ended = failure(outcomes[1])
    assert (ended.cause, ended.looks) == ("died", (FIRST_LEAF,))
    assert (sandbox.ends, processes[0].is_closed) == (1, True)
    assert observed(sandbox.search(AIMA)).value == 3
    assert (sandbox.ends, len(processes)) == (1, 2)


def test_sandbox_ends_its_process_on_exit(start: Start) -> None:
    sandbox, processes = start([LOCKED, LOADED, RETURNED])
    with sandbox:
        sandbox.search(AIMA)
        assert not processes[0].is_closed
    assert processes[0].is_closed


# --- What explains a program ---


def test_engine_has_a_process_of_its_own(start: Start) -> None:
    explained: Frame = (wire.ENGINE_ANSWER, "repair 3", 0)
    sandbox, processes = start([LOCKED, LOADED], [LOCKED, explained])
    assert sandbox.engine_answer() == ""
    sandbox.load()
    sandbox.start_engine({"do": "repair"})
    assert processes[0].is_closed
    assert processes[1].commands[0]["engine"] == "autograder.explain.repair.answer"
    assert processes[0].commands[0]["engine"] == ""
    assert sandbox.engine_answer() == "repair 3"
    assert processes[1].is_closed
    assert sandbox.engine_answer() == ""


@pytest.mark.parametrize("frame", [SLOW, (0, 0, 0), RETURNED])
def test_explained_is_empty_where_the_process_sends_something_else(
    frame: Frame, start: Start
) -> None:
    sandbox, processes = start([LOCKED, frame])
    sandbox.start_engine({"do": "rewrite"})
    assert sandbox.engine_answer() == ""
    assert processes[0].is_closed
