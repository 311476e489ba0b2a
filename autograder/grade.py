"""A whole grading run: from a submission and a set of exercises to a report."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.attempt import feedback_for
from autograder.confine import Isolation
from autograder.exercise import Assignment, Exercise, ExerciseSet, Feedback
from autograder.judge import Verdict, judge, not_run
from autograder.outcome import Failure, Searched, broke_on_none
from autograder.sandbox import Sandbox
from autograder.seed import seeded
from autograder.staging import staged
from autograder.starting import ALL_LAYERS
from autograder.stopping import tidied
from autograder.submission import NoSubmission, Submission, find_submission
from reference import interfaces
from reference.problem import Problem

if TYPE_CHECKING:
    from autograder.diagnose import Diagnosis

NOT_STARTED = Isolation()
TIME_IS_UP = Searched(Failure("not run", "The time for the whole submission was used up."))
MOST_ENDS = 3
"""After so many processes that hung or died the rest of the exercises is not run."""
FOR_THE_REPORT = 5.0
"""Seconds of the run that are kept for writing the results."""


@dataclass(frozen=True)
class Report:
    """Everything that a renderer needs.

    failure: why no exercise could be run at all. printed: what the program printed while it was imported.
    attempt: which of the student's submissions this is, where that is known. feedback: how much it is shown.
    notes: what whoever reads the grade must know of which files were chosen.
    """

    exercises: ExerciseSet
    submission: Path
    verdicts: tuple[Verdict, ...]
    failure: Failure | None
    printed: str
    isolation: Isolation
    seconds: float
    attempt: int | None = None
    feedback: Feedback = "full"
    notes: tuple[str, ...] = ()

    @property
    def visible(self) -> tuple[Verdict, ...]:
        """The verdicts that students are shown. Nothing of the others may have a part in what they read."""
        return tuple(verdict for verdict in self.verdicts if verdict.exercise.is_visible)

    @property
    def points(self) -> float:
        """The points earned."""
        return points_of(self.verdicts)

    @property
    def max_points(self) -> float:
        """The points that could be earned."""
        return max_points_of(self.verdicts)


def points_of(verdicts: Sequence[Verdict]) -> float:
    """The points earned in some exercises."""
    return sum(verdict.points for verdict in verdicts)


def max_points_of(verdicts: Sequence[Verdict]) -> float:
    """The points that could be earned in some exercises."""
    return sum(verdict.exercise.max_points for verdict in verdicts)


def grade(
    submission: Path,
    exercises: ExerciseSet,
    progress: Callable[[], None] = lambda: None,
    layers: tuple[str, ...] = ALL_LAYERS,
    *,
    attempt: int | None = None,
    diagnose_hidden: bool = False,
) -> Report:
    """Grades a submission.

    progress: called after each exercise. layers: of isolation; tests leave one out.
    attempt: which of the student's submissions this is, from 1, where that is known.
    diagnose_hidden: whether hidden exercises are diagnosed too, which is for instructors alone.
    """
    start = time.monotonic()
    level = feedback_for(exercises.assignment.feedback, attempt)
    notes: tuple[str, ...] = ()

    def report(
        verdicts: list[Verdict], failure: Failure | None, printed: str = "", isolation: Isolation = NOT_STARTED
    ) -> Report:
        seen = tuple(replace(verdict, feedback=level) for verdict in verdicts)
        seconds = time.monotonic() - start
        return Report(exercises, submission, seen, failure, printed, isolation, seconds, attempt, level, notes)

    try:
        found = find_submission(submission, exercises.assignment.file, _functions(exercises))
        notes = found.notes
    except NoSubmission as error:
        failure = Failure("missing file", str(error))
        return report([not_run(exercise, failure) for exercise in exercises.exercises], failure)
    with _Run(found, exercises, start, layers) as run:
        exercises = seeded(exercises, run.folder)
        loaded = run.shown.load()
        if isinstance(loaded.outcome, Failure):
            verdicts = [not_run(exercise, loaded.outcome) for exercise in exercises.exercises]
            return report(verdicts, loaded.outcome, loaded.printed, run.shown.isolation)
        verdicts = run.verdicts(exercises, progress, diagnose_hidden=diagnose_hidden)
        return report(verdicts, _common_failure(verdicts), loaded.printed, run.shown.isolation)


def _functions(exercises: ExerciseSet) -> tuple[str, ...]:
    """The functions that a submission to a set defines."""
    names = dict.fromkeys(exercise.problem.interface for exercise in exercises.exercises)
    functions = [name for interface in names for name in interfaces.load(interface).functions]
    return tuple(dict.fromkeys(functions))


def _common_failure(verdicts: list[Verdict]) -> Failure | None:
    """The failure that kept every exercise that students see from being run, if one did."""
    seen = [verdict for verdict in verdicts if verdict.exercise.is_visible] or verdicts
    first = seen[0].found.outcome
    same = all(verdict.trees == 0 and verdict.found.outcome == first for verdict in seen)
    return first if same and isinstance(first, Failure) else None


class _Run:
    """One submission's processes, and what they may still use."""

    def __init__(self, submission: Submission, exercises: ExerciseSet, start: float, layers: tuple[str, ...]) -> None:
        self._layers = layers
        self._submission = submission
        self._assignment: Assignment = exercises.assignment
        self._functions = _functions(exercises)
        self._deadline = start + self._assignment.limits.run_seconds - FOR_THE_REPORT
        self._sandboxes: list[Sandbox] = []
        self._noting: Sandbox | None = None
        """Where searches run again to say why they broke. It costs nobody anything if it ends."""
        self._stack = ExitStack()

    def __enter__(self) -> _Run:
        self.folder = self._stack.enter_context(staged(self._submission))
        self._stack.enter_context(tidied(self._end_programs))
        self.shown = self._current = self._sandbox()
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def verdicts(self, exercises: ExerciseSet, progress: Callable[[], None], *, diagnose_hidden: bool) -> list[Verdict]:
        """The verdicts, in the order of the exercises.

        Those that students see are run, diagnosed and done with before a process sees anything of the others: what a
        program knows of a hidden exercise it could print in a visible one, or hand on by a way that nobody thought of.
        """
        verdicts: dict[str, Verdict] = {}
        for seen in (True, False):
            chosen = [entry for entry in exercises.exercises if entry.is_visible == seen]
            for exercise in chosen:
                verdicts[exercise.id] = self._judge(exercise)
                progress()
            if seen or diagnose_hidden:
                judged = [self._with_what_returned_none(verdicts[exercise.id]) for exercise in chosen]
                verdicts |= {verdict.exercise.id: verdict for verdict in judged} | self._diagnosed(judged)
            if seen:
                self._end_programs()
                self._current = self._sandbox()
        return [verdicts[exercise.id] for exercise in exercises.exercises]

    def _judge(self, exercise: Exercise) -> Verdict:
        if self._ends() >= MOST_ENDS:
            why = f"Not run, because your program had to be ended {MOST_ENDS} times in the exercises before."
            return not_run(exercise, Failure("not run", why))
        if not self._going_on():
            why = "Not run, because the time for the whole submission was used up by the exercises before."
            return not_run(exercise, Failure("not run", why))
        functions = interfaces.load(exercise.problem.interface).functions
        lacking = [self.shown.lacking[name] for name in functions if name in self.shown.lacking]
        if lacking:
            return not_run(exercise, Failure("missing function", " ".join(lacking)))
        return judge(exercise, self._current.search, self._going_on)

    def _with_what_returned_none(self, verdict: Verdict) -> Verdict:
        """A verdict on a search that broke on None, after a look at which function had returned it."""
        outcome = verdict.found.outcome
        if not (isinstance(outcome, Failure) and broke_on_none(outcome) and self._going_on()):
            return verdict
        if self._noting is None:
            self._noting = self._sandbox()
        if self._noting.ends:  # it is slower than a search that counts, and may be too slow
            return verdict
        again = self._noting.search(verdict.problem, note_none=True).outcome
        if not (isinstance(again, Failure) and again.words.startswith(outcome.words)):
            return verdict
        return replace(verdict, found=replace(verdict.found, outcome=replace(outcome, words=again.words)))

    def _diagnosed(self, verdicts: list[Verdict]) -> dict[str, Verdict]:
        """The failed ones of some verdicts by their exercise's id, with the known mistakes that explain them."""
        explained: dict[str, Verdict] = {}
        if all(verdict.passed for verdict in verdicts):
            return explained
        from autograder.diagnose import can_be_explained  # only a failed exercise needs it

        groups: dict[str, list[Verdict]] = {}
        for verdict in verdicts:
            if can_be_explained(verdict.found.outcome):
                groups.setdefault(verdict.exercise.problem.interface, []).append(verdict)
        try:
            for group in groups.values():
                failed = [verdict for verdict in group if not verdict.passed]
                if not failed:
                    continue
                diagnosis = self._diagnosis(group)
                for verdict in failed:
                    explained[verdict.exercise.id] = replace(verdict, misconceptions=diagnosis.explains(verdict))
        except Exception:  # a grade that stands is not lost for want of an explanation
            traceback.print_exc()
        return explained

    def _diagnosis(self, verdicts: list[Verdict]) -> Diagnosis:
        from autograder.diagnose import Diagnosis

        probing = self._sandbox()

        def search(problem: Problem) -> Searched:
            return probing.search(problem, note_calls=True) if self._going_on() else TIME_IS_UP

        def fresh(problem: Problem) -> Searched:
            if not self._going_on():
                return TIME_IS_UP
            with self._sandbox() as sandbox:
                return sandbox.search(problem)

        return Diagnosis(verdicts, self._assignment.prune_when, search, fresh)

    def _sandbox(self) -> Sandbox:
        limits = self._assignment.limits
        sandbox = Sandbox(self.folder, self._submission.file, self._functions, limits, self._deadline, self._layers)
        self._sandboxes.append(sandbox)
        return self._stack.enter_context(sandbox)

    def _end_programs(self) -> None:
        for sandbox in self._sandboxes:
            sandbox.close()

    def _ends(self) -> int:
        return sum(sandbox.ends for sandbox in self._sandboxes if sandbox is not self._noting)

    def _going_on(self) -> bool:
        return self._ends() < MOST_ENDS and time.monotonic() < self._deadline
