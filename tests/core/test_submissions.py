"""Every folder of tests/submissions is a student's code beside the verdict that it must get.

Adding a case is adding a folder. Of a set whose solution nobody may publish it holds changes of the textbook's search
in place of code. Code that attacks is run by test_hostile.py, shut in more tightly. All is graded as
any submission is, but that the search for a repair runs in this process, and all else in forks (see forks.py), unless
it is the first of its set's.
"""

import io
import json
import sys
from contextlib import redirect_stdout, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import (
    ExerciseSet,
    Generate,
    GeneratedExercise,
)
from autograder.core.grading.run import grade
from autograder.core.sandbox.program import Sandbox
from autograder.explain.catalogue import CHANCE
from autograder.explain.findings import Explanation
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.explain.repair import answer
from autograder.tell.feedback import ReportFeedback, feedback_of
from autograder.tell.formats import results
from autograder.tell.styled_text import Text, paragraph, plain
from tests.explained import world_of
from tests.patience import PATIENCE
from tests.sets import PROJECT, submitted, valid_results

FOLDERS = sorted(
    file.parent for file in (PROJECT / "tests" / "submissions").glob("*/verdict.json")
)
FRIENDLY = [folder for folder in FOLDERS if not folder.name.startswith("hostile_")]
VERDICTS: dict[Path, dict[str, Any]] = {
    folder: json.loads((folder / "verdict.json").read_text("utf-8"))
    for folder in FRIENDLY
}
WHOLE = {
    verdict.get("exercises"): folder
    for folder, verdict in VERDICTS.items()
    if "places" in verdict
}.values()
"""Submissions, one of each set, for which a repair is looked for in a process of its own."""
WITH_EVERY = (
    PROJECT / "tests/submissions/aspiration_search_opens_wrong_side",
    PROJECT / "tests/submissions/aspiration_search_widening",
)
"""They are wrong on far or infinite values alone, which only every small tree has."""


MOST_WRONG_SEARCHES = 20
"""Of each generated exercise: a wrong program goes wrong on many trees."""


@lru_cache
def loaded(name: str, *, two_drawn: bool) -> ExerciseSet:
    """Return a set without those that have every small tree, which takes long. two_drawn: with two generated ones alone, else all.

    Of these two each program gets the same few trees: they are drawn once. That a submission gets trees of its own, and
    all of them, is held by test_seed.py, and by the right programs.
    """
    whole = load_set(PROJECT / name)
    drawn = [
        exercise
        for exercise in whole.generated
        if isinstance(exercise.generate, Generate)
    ]
    if two_drawn:
        drawn = list(map(with_few_trees, drawn[-2:]))
    return whole._replace(exercises=(*whole.fixed, *drawn))


def with_few_trees(exercise: GeneratedExercise) -> GeneratedExercise:
    """Return an exercise with a part of the trees of a seed, from simple ones to large ones."""
    assert isinstance(exercise.generate, Generate)
    seeded = exercise._replace(generate=exercise.generate._replace(seed=1))
    trees = problems_of(seeded)
    vars(seeded)["problems"] = trees[:: max(1, len(trees) // MOST_WRONG_SEARCHES)]
    return seeded


def exercises_of(folder: Path) -> ExerciseSet:
    """Return the exercises that a verdict is about: right programs, and some wrong ones of each set, have all trees."""
    verdict = VERDICTS[folder]
    two_drawn = (
        verdict["score"] != "full"
        and folder not in WHOLE
        and not {"passes", "fails"} & set(verdict)
    )
    exercises = loaded(verdict.get("exercises", "exercises"), two_drawn=two_drawn)
    if folder in WITH_EVERY:
        exercises = load_set(PROJECT / verdict["exercises"])
    # A repair is looked for, if one is known, for as long as it takes here: how fast that is, is no test's to say.
    seconds = 12 if verdict.get("places") else 1
    limits = exercises.assignment.limits._replace(explain_seconds=seconds)
    if verdict["score"] != "zero":  # who ends by himself, does so by a busy clock, too
        limits = limits._replace(seconds=PATIENCE, run_seconds=10 * PATIENCE)
    return exercises._replace(assignment=exercises.assignment._replace(limits=limits))


def all_feedback(explained: ExplainedReport, said: ReportFeedback) -> str:
    """Everything that the student is shown."""
    page: Text = [
        row for verdict in explained.report.verdicts for row in said.text_of(verdict)
    ]
    if explained.report.failure is not None:
        page += paragraph(
            explained.report.failure.message + "\n" + explained.report.failure.details
        )
    return "\n".join([plain(page), explained.report.printed, *explained.report.notes])


def explains_here(monkeypatch: pytest.MonkeyPatch, exercises: ExerciseSet) -> None:
    """Have this process look for repairs, which it need not start and has imported what that takes for."""
    texts: list[str] = []

    def start_engine(sandbox: Sandbox, command: dict[str, Any]) -> None:
        engine = {"repair": answer.claims, "rewrite": answer.rewriting}[command["do"]]
        monkeypatch.setattr(sys, "path", [str(sandbox._folder), *sys.path])
        texts.append("")
        with (
            suppress(SyntaxError),
            redirect_stdout(io.StringIO()),
            world_of(exercises.assignment) as course,
        ):
            texts[-1] = engine(command | {"file": exercises.assignment.file}, course)

    monkeypatch.setattr(Sandbox, "start_engine", start_engine)
    monkeypatch.setattr(Sandbox, "engine_answer", lambda sandbox: texts.pop())


@pytest.mark.parametrize("folder", FRIENDLY, ids=lambda folder: folder.name)
def test_submission_gets_its_recorded_verdict(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    verdict = VERDICTS[folder]
    # How a tree is made smaller is tested elsewhere.
    monkeypatch.setattr("autograder.core.limits.MOST_SHRUNK", 0)
    if folder not in WHOLE:
        explains_here(monkeypatch, exercises_of(folder))
        # Forks have the same hashes, and so one order of a set.
        if CHANCE not in verdict.get("misconceptions", ()):
            request.getfixturevalue("forked")
    if "places" not in verdict:
        monkeypatch.setattr(
            "autograder.explain.failures.FailedProgram._start_repair", lambda *_: None
        )
    if "written" in verdict:  # what explains these is measured by tests.explained
        monkeypatch.setattr(
            "autograder.explain.failures.FailedProgram.explained",
            lambda *_, **__: Explanation({}, {}),
        )
    exercises = exercises_of(folder)
    explained = grade_and_explain(
        submitted(folder, exercises.assignment.file, tmp_path), exercises
    )
    feedback = feedback_of(explained)
    data = valid_results(results(explained, feedback))
    shown = all_feedback(explained, feedback)
    wanted = verdict["score"]
    assert (explained.report.points == explained.report.max_points) == (
        wanted == "full"
    ), shown
    assert (explained.report.points == 0) == (wanted == "zero"), shown
    assert data["score"] == explained.report.points
    for test in data["tests"]:
        diagnosed = set(test["extra_data"]["misconceptions"])
        assert len(diagnosed) == len(test["extra_data"]["misconceptions"])
        assert test["status"] == "failed" or not diagnosed
        if test["status"] == "failed" and "misconceptions" in verdict:
            assert diagnosed >= set(verdict["misconceptions"])
            assert len(diagnosed) <= 3
        if test["status"] == "failed" and "places" in verdict:
            lines = [place["line"] for place in test["extra_data"]["places"]]
            assert lines[: len(verdict["places"])] == verdict["places"]
    passed = {entry.exercise.id for entry in explained.report.verdicts if entry.passed}
    assert passed >= set(verdict.get("passes", ()))
    assert not passed & set(verdict.get("fails", ()))
    for clause in verdict.get("says", ()):
        assert clause in shown
    for clause in verdict.get("never_says", ()):
        assert clause not in shown + json.dumps(data)


@lru_cache
def has_every(name: str) -> bool:
    """Return whether a set has an exercise with every small tree. Its files are read, and no tree is made."""
    documents = [
        json.loads(file.read_text("utf-8")) for file in (PROJECT / name).glob("*.json")
    ]
    return any("every" in document.get("generate", ()) for document in documents)


RIGHT = [
    folder
    for folder, verdict in VERDICTS.items()
    if verdict["score"] == "full" and has_every(verdict.get("exercises", "exercises"))
]
"""The right programs whose sets have every small tree."""


def every_of(folder: Path) -> ExerciseSet:
    """Return the exercises of a submission's set that have every small tree."""
    whole = load_set(PROJECT / VERDICTS[folder].get("exercises", "exercises"))
    every = [
        exercise
        for exercise in whole.generated
        if not isinstance(exercise.generate, Generate)
    ]
    return whole._replace(exercises=tuple(every))


@pytest.mark.parametrize("folder", RIGHT, ids=lambda folder: folder.name)
def test_right_program_is_right_on_every_small_tree(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fractions, far values and infinite ones among them."""
    exercises = every_of(folder)
    monkeypatch.setattr("autograder.core.limits.MOST_SHRUNK", 0)
    limits = exercises.assignment.limits._replace(
        seconds=PATIENCE, run_seconds=10 * PATIENCE
    )
    exercises = exercises._replace(
        assignment=exercises.assignment._replace(limits=limits)
    )
    program = submitted(folder, exercises.assignment.file, tmp_path)
    report = grade(program, exercises)
    assert report.points == report.max_points, report.verdicts


def test_the_untouched_template_is_the_template() -> None:
    template = PROJECT / "student_template" / "alphabeta.py"
    copy = PROJECT / "tests" / "submissions" / "untouched_template" / "alphabeta.py"
    assert template.read_bytes() == copy.read_bytes()


def test_submissions_of_full_partial_and_zero_score_exist() -> None:
    assert {verdict["score"] for verdict in VERDICTS.values()} == {
        "full",
        "partial",
        "zero",
    }
