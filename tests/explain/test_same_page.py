"""The same page for the same program: how busy a machine is, no explanation tells."""

import math
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import ExerciseSet
from autograder.core.judging.judge import Failed
from autograder.explain.graded import grade_and_explain
from autograder.explain.repair import answer
from autograder.explain.trials import trials, wide_trials, windowed_trials
from tests.explained import world_of
from tests.sets import PROJECT, SUBMISSIONS

pytestmark = pytest.mark.usefixtures("forked")


def test_repairs_do_not_depend_on_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor that is three times as slow makes the same claims."""
    folder = SUBMISSIONS / "written_core_greater_and_one_child_late"
    exercises = load_set(PROJECT / "exercises", "0*")
    command = {
        "file": "alphabeta.py",
        "sources": {"alphabeta": (folder / "alphabeta.py").read_text("utf-8")},
        "trials": list(trials(exercises.exercises)),
        "wide": list(wide_trials(exercises.exercises)),
        "windowed": list(windowed_trials(exercises.exercises)),
        "seconds": 0.1,
        "processor": math.inf,
    }
    monkeypatch.setattr("autograder.explain.repair.work.GUARD_OF_WORK", 1000)
    with world_of(exercises.assignment):
        claimed = answer.claims(command)
        clock = time.process_time
        monkeypatch.setattr(time, "process_time", lambda: 3 * clock())
        claimed_slowly = answer.claims(command)
    assert claimed
    assert claimed_slowly == claimed


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="no way to choose a processor"
)
def test_explanation_is_the_same_beside_a_busy_loop() -> None:
    """Both share one processor, as on a machine that grades many at once."""
    folder = SUBMISSIONS / "written_core_greater_and_one_child_late"
    exercises = load_set(PROJECT / "exercises", "0*")
    idle = explained_lines(folder, exercises)
    processors = os.sched_getaffinity(0)
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        shared = {min(processors)}
        os.sched_setaffinity(busy.pid, shared)
        os.sched_setaffinity(0, shared)
        beside = explained_lines(folder, exercises)
    finally:
        os.sched_setaffinity(0, processors)
        busy.kill()
        busy.wait()
    assert any(idle.values())
    assert beside == idle


def explained_lines(folder: Path, exercises: ExerciseSet) -> dict[str, list[str]]:
    """Return the lines that explain the failures of a program, by exercise."""
    explained = grade_and_explain(folder, exercises)
    return {
        verdict.exercise.id: [
            repr(explained.findings.get(verdict.exercise.id)),
            repr(verdict.misconceptions),
            repr(verdict.evidence.problem),
        ]
        for verdict in explained.report.visible
        if isinstance(verdict, Failed)
    }
