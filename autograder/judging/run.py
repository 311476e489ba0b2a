"""A whole grading run: from a submission and a set of exercises to a report."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from autograder.exercises import (
    ASSIGNMENT,
    Assignment,
    Every,
    Exercise,
    ExerciseSet,
    Feedback,
    FixedExercise,
    Generate,
    GeneratedExercise,
    InvalidExercises,
    Limits,
    Mistake,
    batches,
    packages,
    problems_of,
    seeded,
)
from autograder.isolation import ALL_LAYERS
from autograder.judging.attempt import feedback_for
from autograder.judging.every_tree import judge_every
from autograder.judging.judge import Failed, NotRun, Verdict, judge, with_smallest_tree
from autograder.sandbox import (
    Failure,
    Isolation,
    NoSubmission,
    Sandbox,
    Searched,
    Submission,
    broke_on_none,
    find_submission,
    staged,
    unpacked,
)
from autograder.signals import tidied
from reference import interfaces
from reference.problem import Problem

if TYPE_CHECKING:
    from autograder.judging.diagnosis import Diagnosis

Drawn = TypeVar("Drawn")

NOT_STARTED = Isolation()
TIME_IS_UP = Searched(Failure("not run", "The time for the whole submission was used up."))
MOST_ENDS = 3
"""After so many processes that hung or died the rest of the exercises is not run."""
FOR_THE_REPORT = 5.0
"""Seconds of the run that are kept for writing the results; of a short run at most a fifth."""
FOR_EXPLAINING = 60.0
"""Seconds in which trees may be drawn and what is failed explained; at most a sixth of the run, and not for judging."""
SHRINKING_SECONDS = 5.0
"""How long a smaller failing tree of one exercise is looked for."""


@dataclass(frozen=True)
class Report:
    """Everything that a renderer needs.

    failure: why no exercise could be run at all. printed: what the program printed while it was imported.
    started: when grading began, by time.monotonic().
    attempt: which of the student's submissions this is, where that is known. feedback: how much it is shown.
    notes: what whoever reads the grade must know of which files were chosen.
    """

    exercises: ExerciseSet
    submission: Path
    verdicts: tuple[Verdict, ...]
    failure: Failure | None
    printed: str
    isolation: Isolation
    started: float
    attempt: int | None = None
    feedback: Feedback = "full"
    notes: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        """The time since grading began. To show the report is a part of the run, so the time is asked for last."""
        return time.monotonic() - self.started

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
    submission: Path | str,
    exercises: ExerciseSet,
    progress: Callable[[], None] = lambda: None,
    layers: tuple[str, ...] = ALL_LAYERS,
    *,
    attempt: int | None = None,
    diagnose_hidden: bool = False,
    searched: Callable[[int], None] = lambda trees: None,
) -> Report:
    """Grades a submission.

    progress: called after each exercise. layers: of isolation; tests leave one out.
    attempt: which of the student's submissions this is, from 1, where that is known.
    diagnose_hidden: whether hidden exercises are diagnosed too, which is for instructors alone.
    searched: called now and then, where every small tree is searched, with how many were.
    Raises InvalidExercises where packages that students may import are not installed.
    """
    start = time.monotonic()
    submission = Path(submission)
    level = feedback_for(exercises.assignment.feedback, attempt)
    notes: tuple[str, ...] = ()

    def report(
        verdicts: Sequence[Verdict], failure: Failure | None, printed: str = "", isolation: Isolation = NOT_STARTED
    ) -> Report:
        seen = tuple(replace(verdict, feedback=level) for verdict in verdicts)
        return Report(exercises, submission, seen, failure, printed, isolation, start, attempt, level, notes)

    missing = packages.not_installed(exercises.assignment.packages, exercises.folder)
    if missing:
        raise InvalidExercises([Mistake(exercises.folder / ASSIGNMENT, "packages", missing)])
    if exercises.assignment.by_hand:
        from autograder.judging.by_hand import graded_by_hand

        answered = graded_by_hand(submission, exercises)
        notes = answered.notes
        return report(list(answered.verdicts), answered.failure)
    assignment, stack = exercises.assignment, ExitStack()
    try:
        plain, notes = stack.enter_context(unpacked(submission, assignment.file, assignment.accept))
        found = find_submission(plain, assignment.file, functions_of(exercises))
        notes += found.notes
    except NoSubmission as error:
        stack.close()
        failure = Failure("missing file", str(error))
        return report([NotRun(exercise, failure) for exercise in exercises.exercises], failure)
    with stack, _Run(found, exercises, start, layers, searched) as run:
        exercises = seeded(exercises, run.folder)
        loaded = run.shown.load()
        if isinstance(loaded.outcome, Failure):
            kept_out = [NotRun(exercise, loaded.outcome) for exercise in exercises.exercises]
            return report(kept_out, loaded.outcome, loaded.printed, run.shown.isolation)
        run.lacking = loaded.outcome.lacking
        verdicts = run.verdicts(exercises, progress, diagnose_hidden=diagnose_hidden)
        return report(verdicts, _common_failure(verdicts), loaded.printed, run.shown.isolation)


def functions_of(exercises: ExerciseSet) -> tuple[str, ...]:
    """The functions that a submission to a set defines."""
    if exercises.assignment.adapter is not None:
        return exercises.assignment.adapter.needs
    names = dict.fromkeys(exercise.pattern.interface for exercise in exercises.exercises)
    functions = [name for interface in names for name in interfaces.load(interface).functions]
    return tuple(dict.fromkeys(functions))


def _simplest_failure(verdicts: Sequence[Verdict]) -> Problem | None:
    """The smallest tree on which a program fails and comes to an answer."""
    failed = [verdict.evidence.problem for verdict in verdicts if isinstance(verdict, Failed) and not verdict.failure]
    return min(failed, key=lambda problem: len(problem.tree), default=None)


def _common_failure(verdicts: list[Verdict]) -> Failure | None:
    """The failure that kept every exercise that students see from being run, if one did."""
    seen = [verdict for verdict in verdicts if verdict.exercise.is_visible] or verdicts
    failures = [verdict.failure if isinstance(verdict, NotRun) else None for verdict in seen]
    return failures[0] if all(failure == failures[0] for failure in failures) else None


StartSandbox = Callable[[float, "Limits | None", "tuple[int, ...] | None"], Sandbox]
"""Starts a process of the program: with a deadline, perhaps other limits than the set's, and changes made to it."""


class _Run:
    """One submission's processes, and what they may still use."""

    def __init__(
        self,
        submission: Submission,
        exercises: ExerciseSet,
        start: float,
        layers: tuple[str, ...],
        searched: Callable[[int], None],
    ) -> None:
        self._layers = layers
        self._searched = searched
        self._submission = submission
        self._assignment: Assignment = exercises.assignment
        self._functions = functions_of(exercises)
        whole = self._assignment.limits.run_seconds
        explaining = min(FOR_EXPLAINING, whole / 6)
        judging = whole - min(FOR_THE_REPORT, whole / 5) - explaining
        self._judging = _Part(judging, self._started, start)
        self._explaining = _Part(explaining, self._started)
        self.lacking: Mapping[str, str] = {}
        """The functions that the student's file does not define, each with what to say of it."""
        self._noting: Sandbox | None = None
        self._shrinking: Sandbox | None = None
        """Where searches run again to say why they broke, and where smaller failing trees are looked for."""
        self._stack = ExitStack()

    def __enter__(self) -> _Run:
        self.folder = self._stack.enter_context(staged(self._submission))
        self._stack.enter_context(tidied(self._end_programs))
        self.shown = self._current = self._judging.sandbox()
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
            self._judging.pause()
            if seen or diagnose_hidden:
                verdicts |= self._explained([verdicts[exercise.id] for exercise in chosen], repair=seen)
            if seen:
                self._judging.go_on()
                self._current = self._judging.sandbox()
        return [verdicts[exercise.id] for exercise in exercises.exercises]

    def _judge(self, exercise: Exercise) -> Verdict:
        if self._judging.ends >= MOST_ENDS:
            why = f"Not run, because your program had to be ended {MOST_ENDS} times in the exercises before."
            return NotRun(exercise, Failure("not run", why))
        if not self._judging.may_go_on():
            why = "Not run, because the time for the whole submission was used up by the exercises before."
            return NotRun(exercise, Failure("not run", why))
        adapter = self._assignment.adapter
        functions = interfaces.load(exercise.pattern.interface).functions if adapter is None else adapter.needs
        lacking = [self.lacking[name] for name in functions if name in self.lacking]
        if lacking:
            return NotRun(exercise, Failure("missing function", " ".join(lacking)))
        if not isinstance(exercise, FixedExercise) and isinstance(exercise.generate, Every):
            draw = self._timed_apart(batches)
            with self._current.taking_turns():
                return judge_every(exercise, self._current.search_each, self._judging.may_go_on, self._searched, draw)
        return judge(exercise, self._current.search, self._judging.may_go_on, self._timed_apart(problems_of))

    def _timed_apart(self, draw: Callable[[GeneratedExercise], Drawn]) -> Callable[[GeneratedExercise], Drawn]:
        """Draws as `draw` does, in the time for explaining while there is some: not all trees are remembered."""

        def drawn(exercise: GeneratedExercise) -> Drawn:
            start = time.monotonic()
            made = draw(exercise)
            self._judging.postpone(self._explaining.give(time.monotonic() - start))
            return made

        return drawn

    def _explained(self, verdicts: list[Verdict], *, repair: bool) -> dict[str, Verdict]:
        """The failed ones of some verdicts by their exercise's id, with the smallest tree and the known mistakes.

        Whatever the program does here, and however long it takes, no verdict has fewer points for it.
        repair: whether to look for the change that makes the program right too. That runs beside all else.
        """
        if all(verdict.passed for verdict in verdicts):
            return {}
        self._explaining.go_on()
        mender = self._mender(verdicts) if repair else None
        judged = [self._with_plainer_evidence(verdict) for verdict in verdicts]
        explained = {verdict.exercise.id: verdict for verdict in judged} | self._diagnosed(judged)
        if mender is not None:
            explained |= self._repaired(list(explained.values()), mender)
        self._explaining.pause()
        return explained

    def _mender(self, verdicts: list[Verdict]) -> Sandbox | None:
        """A process of the program that looks for the change that makes it right; None where none is looked for."""
        seconds = self._assignment.limits.explain_seconds
        failed = [verdict for verdict in verdicts if isinstance(verdict, Failed)]
        if not seconds or not any(
            verdict.evidence.can_be_repeated or verdict.evidence.found.outcome.looks for verdict in failed
        ):
            return None
        from autograder.judging.repair import trials  # only a failed exercise needs it

        mender = self._explaining.sandbox(self._limits_of_repairs, ())
        try:
            mender.start_explaining(list(trials([verdict.exercise for verdict in verdicts])), seconds)
        except Exception:  # a grade that stands is not lost for want of an explanation
            traceback.print_exc()
            return None
        return mender

    @property
    def _limits_of_repairs(self) -> Limits:
        limits = self._assignment.limits
        seconds = limits.explain_seconds
        return replace(limits, seconds=limits.seconds + 3 * seconds, cpu_seconds=limits.cpu_seconds + ceil(seconds))

    def _repaired(self, verdicts: list[Verdict], mender: Sandbox) -> dict[str, Verdict]:
        """The failed ones of some verdicts by their exercise's id, with the change that makes the program right."""
        from autograder.judging.repair import explanation, python_lines

        try:
            found = explanation(
                [verdict.exercise for verdict in verdicts],
                self._assignment.prune_when,
                python_lines(self.folder),
                mender.explained(),
                lambda recipe: self._explaining.sandbox(self._limits_of_repairs, recipe),
                self._explaining.may_go_on,
                _simplest_failure(verdicts),
            )
        except Exception:  # a grade that stands is not lost for want of an explanation
            traceback.print_exc()
            return {}
        return {
            verdict.exercise.id: replace(verdict, explanation=found, misconceptions=found.named(verdict.misconceptions))
            for verdict in verdicts
            if isinstance(verdict, Failed)
        }

    def _with_plainer_evidence(self, verdict: Verdict) -> Verdict:
        if not isinstance(verdict, Failed):
            return verdict
        return self._with_what_calls_returned(self._with_what_returned_none(self._with_smallest_tree(verdict)))

    def _with_smallest_tree(self, verdict: Failed) -> Failed:
        # Of every small tree the smallest comes first.
        if isinstance(verdict.exercise, FixedExercise) or not isinstance(verdict.exercise.generate, Generate):
            return verdict
        until = time.monotonic() + SHRINKING_SECONDS

        def going_on() -> bool:
            return time.monotonic() < until and self._explaining.may_go_on()

        if self._shrinking is None:
            self._shrinking = self._explaining.sandbox()
        return with_smallest_tree(verdict, self._shrinking.search, going_on)

    def _with_what_returned_none(self, verdict: Failed) -> Failed:
        """A verdict on a search that broke on None, after a look at which function had returned it."""
        failure, evidence = verdict.failure, verdict.evidence
        if failure is None or not (broke_on_none(failure) and self._explaining.may_go_on()):
            return verdict
        noting = self._noting_process()
        if noting.ends:  # it is slower than a search that counts, and may be too slow
            return verdict
        again = noting.search(evidence.problem, note_none=True).outcome
        if not (isinstance(again, Failure) and again.words.startswith(failure.words)):
            return verdict
        found = replace(evidence.found, outcome=replace(failure, words=again.words))
        return replace(verdict, evidence=replace(evidence, found=found))

    def _with_what_calls_returned(self, verdict: Failed) -> Failed:
        """A verdict on right visits and a wrong value, after a look at what the student's functions returned."""
        evidence = verdict.evidence
        only_value = evidence.checks["order"] and not evidence.checks["value"]
        interface = interfaces.load(evidence.problem.interface)
        tells = self._assignment.adapter is None and set(interface.functions) & set(interface.windowed)
        alone = evidence.problem.isolate is not None
        outcome = evidence.found.outcome
        if not (only_value and tells and self._explaining.may_go_on()) or alone or isinstance(outcome, Failure):
            return verdict
        again = self._noting_process().search(evidence.problem, note_ends=True)
        if isinstance(again.outcome, Failure) or replace(again.outcome, calls=()) != replace(outcome, calls=()):
            return verdict
        return replace(verdict, evidence=replace(evidence, found=replace(evidence.found, returned=again.returned)))

    def _noting_process(self) -> Sandbox:
        if self._noting is None:
            self._noting = self._explaining.sandbox()
        return self._noting

    def _diagnosed(self, verdicts: list[Verdict]) -> dict[str, Verdict]:
        """The failed ones of some verdicts by their exercise's id, with the known mistakes that explain them."""
        explained: dict[str, Verdict] = {}
        from autograder.judging.diagnosis import can_be_diagnosed  # only a failed exercise needs it

        groups: dict[str, list[Verdict]] = {}
        for verdict in verdicts:
            if can_be_diagnosed(verdict):
                groups.setdefault(verdict.exercise.pattern.interface, []).append(verdict)
        try:
            for group in groups.values():
                failed = [verdict for verdict in group if isinstance(verdict, Failed)]
                if not failed:
                    continue
                diagnosis = self._diagnosis(group)
                for verdict in failed:
                    explained[verdict.exercise.id] = replace(verdict, misconceptions=diagnosis.explains(verdict))
        except Exception:  # a grade that stands is not lost for want of an explanation
            traceback.print_exc()
        return explained

    def _diagnosis(self, verdicts: list[Verdict]) -> Diagnosis:
        from autograder.judging.diagnosis import Diagnosis

        part = self._explaining
        probing = part.sandbox()

        def search(problem: Problem) -> Searched:
            return probing.search(problem, note_calls=True) if part.may_go_on() else TIME_IS_UP

        def fresh(problem: Problem) -> Searched:
            if not part.may_go_on():
                return TIME_IS_UP
            with part.sandbox() as sandbox:
                return sandbox.search(problem)

        convention, adapter = self._assignment.prune_when, self._assignment.adapter
        return Diagnosis(verdicts, convention, search, fresh, part.may_go_on, adapter=adapter)

    def _started(self, deadline: float, limits: Limits | None, recipe: tuple[int, ...] | None) -> Sandbox:
        assignment, file, chosen = self._assignment, self._submission.file, limits or self._assignment.limits
        course = (assignment.adapter, assignment.packages)
        sandbox = Sandbox(self.folder, file, self._functions, chosen, deadline, self._layers, *course, recipe=recipe)
        return self._stack.enter_context(sandbox)

    def _end_programs(self) -> None:
        self._judging.end_programs()
        self._explaining.end_programs()


class _Part:
    """A part of a run, judging or explaining: it has time and a count of ended processes of its own."""

    def __init__(self, seconds: float, start_sandbox: StartSandbox, since: float | None = None) -> None:
        """Describe it; its time runs from `since`, or from when it goes on."""
        self._start_sandbox = start_sandbox
        self._left = seconds
        self._deadline = 0.0 if since is None else since + seconds
        self._sandboxes: list[Sandbox] = []

    def go_on(self) -> None:
        """Lets its time run."""
        self._deadline = time.monotonic() + self._left

    def postpone(self, seconds: float) -> None:
        """Lets its time run so much longer, for the programs that run already too."""
        self._deadline += seconds
        for sandbox in self._sandboxes:
            sandbox.postpone(seconds)

    def give(self, seconds: float) -> float:
        """Gives so much of its time away while it pauses, or what it has; returns how much that is."""
        given = min(seconds, self._left)
        self._left -= given
        return given

    def pause(self) -> None:
        """Ends its programs, and keeps what is left of its time."""
        self.end_programs()
        self._left = max(0.0, self._deadline - time.monotonic())

    def end_programs(self) -> None:
        """Ends every process that counts for this part."""
        for sandbox in self._sandboxes:
            sandbox.close()

    def sandbox(self, limits: Limits | None = None, recipe: tuple[int, ...] | None = None) -> Sandbox:
        """The program in a process that counts for this part, and ends by the time that the part must.

        limits: others than the set's. recipe: of changes that are made to the program.
        """
        self._sandboxes.append(self._start_sandbox(self._deadline, limits, recipe))
        return self._sandboxes[-1]

    @property
    def ends(self) -> int:
        """How many processes had to be ended, or ended by themselves."""
        return sum(sandbox.ends for sandbox in self._sandboxes)

    def may_go_on(self) -> bool:
        """Whether there is time, and not too many processes were ended."""
        return self.ends < MOST_ENDS and time.monotonic() < self._deadline
