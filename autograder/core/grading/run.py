"""Grades a submission: from its files and a set of exercises to a report."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.exercises import packages
from autograder.core.exercises.documents import ASSIGNMENT
from autograder.core.exercises.generated import batches_of, kept, seeded
from autograder.core.exercises.model import (
    Exercise,
    ExerciseSet,
    GeneratedExercise,
    Limits,
)
from autograder.core.exercises.needs import asked_for, needs_of
from autograder.core.grading.judged import Explain, Judged, ProgramRun
from autograder.core.grading.report import Report, feedback_for, none_run
from autograder.core.judging.judge import Failed, NotRun, Verdict, judge
from autograder.core.limits import EXPLAINING_SECONDS, MOST_ENDS, REPORT_SECONDS
from autograder.core.project import PROJECT
from autograder.core.sandbox.archives import unpacked
from autograder.core.sandbox.budget import Budget
from autograder.core.sandbox.containment import ALL_LAYERS, students_may_read
from autograder.core.sandbox.outcome import (
    Absence,
    Failure,
    Load,
    missing_message,
    with_fault,
)
from autograder.core.sandbox.program import Sandbox
from autograder.core.sandbox.staging import read_sources, staged
from autograder.core.sandbox.submission import (
    NoSubmission,
    find_submission,
    refuse_links,
)
from autograder.core.sentences import sentence, speak
from autograder.core.signals import on_exit
from autograder.core.text import named

OF_A_SEARCH = 0.6
"""Explaining gets the time that judging left, and this share of a search's processor
time.

With the usual limits a failing program takes 18 s from its first failure on, and less
than 20 in all.
"""


class RunListener:
    """Hears how far a run is; this one does nothing about it."""

    def judged(self, verdict: Verdict) -> None:
        """Take the verdict on an exercise, as soon as it is known."""

    def repair_sought(self) -> None:
        """Learn that the search for the line that is wrong begins."""


NOBODY = RunListener()


def grade(
    submission: Path | str,
    exercises: ExerciseSet,
    explain: Explain | None = None,
    *,
    layers: tuple[str, ...] = ALL_LAYERS,
    attempt: int | None = None,
    diagnose_hidden: bool = False,
    with_local_imports: bool = True,
    asks_whose_fault: bool = True,
    searched: Callable[[int], None] = lambda trees: None,
    listener: RunListener = NOBODY,
) -> Report:
    """Grade a submission.

    explain: is called with the verdicts, if one failed; None for no explanation.
    layers: of isolation; tests leave one out. attempt: from 1, if that is known.
    diagnose_hidden: for instructors. with_local_imports: whether a single file gets the
    modules that it imports from beside it. asks_whose_fault: whether the set's right
    program is tried if an adapter may have broken. searched: called now and then, if
    every small tree is searched, with their number so far. listener: hears how far the
    run of a program is. Raises InvalidExercises if packages that students may import
    are not installed, or if programs may read the exercises.
    """
    start = time.monotonic()
    assignment = exercises.assignment
    speak(assignment.language)  # another set may have been loaded since
    _check_packages(exercises)
    if not assignment.by_hand:
        _check_places(exercises)
    link = _link_to_another(Path(submission))
    if link is not None:
        report = none_run(exercises, Path(submission), link, start)
    elif assignment.by_hand:
        report = _graded_by_hand(Path(submission), exercises, explain, start)
    else:
        run = _Run(
            exercises, start, explain, layers, searched, listener, asks_whose_fault
        )
        report = run.report(
            Path(submission),
            diagnose_hidden=diagnose_hidden,
            with_local_imports=with_local_imports,
        )
    level = feedback_for(assignment.feedback, attempt)
    shown = tuple(verdict._replace(feedback=level) for verdict in report.verdicts)
    return report._replace(verdicts=shown, attempt=attempt, feedback=level)


def _link_to_another(submission: Path) -> Failure | None:
    """Return why nothing is run, if a link leads to a file that may be another's."""
    try:
        refuse_links(submission)
    except NoSubmission as error:
        return Failure("missing file", str(error))
    return None


def _check_packages(exercises: ExerciseSet) -> None:
    """Raise InvalidExercises if packages that students may import are missing."""
    assignment = exercises.assignment
    missing = packages.not_installed(
        assignment.packages, assignment.packages_lock, exercises.folder
    )
    if missing:
        file = exercises.folder / ASSIGNMENT
        raise InvalidExercises([Mistake(file, "packages", missing)])


def _check_places(exercises: ExerciseSet) -> None:
    """Raise InvalidExercises if students' programs may read the set or the project."""
    for path, content in (
        (exercises.folder, "the exercises"),
        (PROJECT, "the autograder"),
    ):
        folder = students_may_read(path)
        if folder:
            message = (
                f"students' programs may read all that lies in {folder}, and so "
                f"{content}; move this folder elsewhere"
            )
            raise InvalidExercises([Mistake(path, "", message)])


def _graded_by_hand(
    submission: Path, exercises: ExerciseSet, explain: Explain | None, start: float
) -> Report:
    """Return the report on a file of answers. No program runs."""
    from autograder.core.judging.by_hand import judge_answers  # no program needs it

    judged = judge_answers(submission, exercises)
    if isinstance(judged, Failure):
        return none_run(exercises, submission, judged, start)
    verdicts, notes = judged
    failed = any(isinstance(verdict, Failed) for verdict in verdicts)
    if failed and explain is not None:
        explained = explain(Judged(verdicts, exercises.assignment, program=None))
        verdicts = tuple(explained[verdict.exercise.id] for verdict in verdicts)
    return Report(
        exercises, submission, verdicts, failure=None, started=start, notes=notes
    )


class _Run:
    """One submission's processes, and the budget that is left to them."""

    def __init__(
        self,
        exercises: ExerciseSet,
        start: float,
        explain: Explain | None,
        layers: tuple[str, ...],
        searched: Callable[[int], None],
        listener: RunListener,
        asks_whose_fault: bool,
    ) -> None:
        self._exercises = exercises
        self._asks_whose_fault = asks_whose_fault
        self._assignment = exercises.assignment
        self._start = start
        self._explain = explain
        self._layers = layers
        self._searched = searched
        self._listener = listener
        self._functions = tuple(asked_for(exercises))
        self._notes: tuple[str, ...] = ()
        """Notes on exercises that were not judged as the set says."""
        self._has_failed = False
        """Whether a search has failed, so that a repair may be judged, too."""
        self._stack = ExitStack()

    def report(
        self, submission: Path, *, diagnose_hidden: bool, with_local_imports: bool
    ) -> Report:
        """Grade the program; at the end nothing of it is left."""
        file, accept = self._assignment.file, self._assignment.accept
        notes: tuple[str, ...] = ()
        with self._stack as stack:
            try:
                self._plain = stack.enter_context(unpacked(submission, file, accept))
                notes = self._plain.notes
                self._submission = find_submission(
                    self._plain.path,
                    file,
                    self._functions,
                    alone=not with_local_imports,
                    notebook=self._plain.notebook,
                )
                self._folder = stack.enter_context(staged(self._submission))
            except NoSubmission as error:
                failure = Failure("missing file", str(error))
                report = none_run(self._exercises, submission, failure, self._start)
                return report._replace(notes=notes)
            report = self._graded(submission, diagnose_hidden=diagnose_hidden)
            notes += self._submission.notes + self._on_replaced_files(report)
            notes += self._notes
            return report._replace(
                notes=notes,
                sources=self._sources,
                others=(*self._plain.others, *self._submission.others),
                by_machine=self._judging.by_machine,
            )

    def _graded(self, submission: Path, *, diagnose_hidden: bool) -> Report:
        """Return the report on a submission whose copy is ready to run.

        diagnose_hidden: as for `grade`.
        """
        self._sources = read_sources(self._folder, self._submission)
        exercises = seeded(self._exercises, self._folder)
        drawing = time.monotonic()
        self._drawn = {
            exercise.id: batches_of(exercise) for exercise in exercises.generated
        }
        self._share_time(drawing=time.monotonic() - drawing)
        first = self._judging.sandbox()
        self._current = first
        loaded = self._fairly_loaded(first.load())
        if isinstance(loaded.outcome, Failure):
            report = none_run(exercises, submission, loaded.outcome, self._start)
        else:
            # The functions that the file does not define, each with how.
            self._lacking = loaded.outcome
            verdicts = self._verdicts(exercises, diagnose_hidden=diagnose_hidden)
            failure = _common_failure(verdicts)
            report = Report(
                exercises, submission, tuple(verdicts), failure, self._start
            )
        return report._replace(printed=loaded.printed, isolation=first.isolation)

    def _fairly_loaded(self, loaded: Load) -> Load:
        """Return the end of the import, with the side at fault if the adapter broke."""
        outcome = loaded.outcome
        if not isinstance(outcome, Failure) or outcome.cause != "adapter":
            return loaded
        if not self._asks_whose_fault:
            return loaded
        from autograder.core.grading import right_program  # few runs need it

        with right_program.running(
            self._assignment, self._functions, self._layers
        ) as program:
            fault = program.fault_of_load()
        return loaded._replace(outcome=with_fault(outcome, fault))

    def _share_time(self, *, drawing: float) -> None:
        """Share the run's time between judging, explaining and showing.

        drawing: how long it took to draw trees that are not remembered. That takes from
        the time for explaining, and none from judging.
        """
        whole = self._assignment.limits.run_seconds
        explaining = min(EXPLAINING_SECONDS, whole / 6)
        judging = whole - min(REPORT_SECONDS, whole / 5) - explaining
        taken = min(drawing, explaining)
        self._judging = Budget(judging, self._started, self._start + taken)
        self._explaining = Budget(explaining - taken, self._started)
        for budget in (self._judging, self._explaining):
            self._stack.enter_context(on_exit(budget.end_programs))

    def _on_replaced_files(self, report: Report) -> tuple[str, ...]:
        """Return a note on the course's own files, if the submission changed some.

        There is one only if searches went wrong, and no exception says so.
        """
        failed = [verdict for verdict in report.visible if isinstance(verdict, Failed)]
        if not failed:
            return ()
        from autograder.core.sandbox.differences import (
            about_replaced_files,  # only failures need it
        )

        messages = "\n".join(
            verdict.failure.message for verdict in failed if verdict.failure
        )
        notes = about_replaced_files(self._folder, self._assignment.adapter)
        return tuple(note for note in notes if note not in messages)

    def _verdicts(
        self, exercises: ExerciseSet, *, diagnose_hidden: bool
    ) -> list[Verdict]:
        """Return the verdicts in the set's order, explained if one failed.

        The visible exercises are judged first, the hidden ones by new processes.
        """
        verdicts: dict[str, Verdict] = {}
        # Those that students see are run, diagnosed and done with before a process sees
        # anything of the others: facts of a hidden exercise a program could
        # print in a visible one, or hand on in a way nobody thought of.
        for are_visible in (True, False):
            judged = [
                self._judge_aloud(exercise)
                for exercise in exercises.exercises
                if exercise.is_visible == are_visible
            ]
            self._judging.pause()
            judged = self._fair(judged)
            verdicts |= {verdict.exercise.id: verdict for verdict in judged}
            is_explained = are_visible or diagnose_hidden
            if is_explained and not all(verdict.passed for verdict in judged):
                verdicts |= self._explained(judged, repair=are_visible)
            if are_visible:
                self._judging.go_on()
                self._current = self._judging.sandbox()
        return [verdicts[exercise.id] for exercise in exercises.exercises]

    def _fair(self, judged: list[Verdict]) -> list[Verdict]:
        """Return verdicts that name the side at fault if an adapter may have broken.

        An explanation of failures finds nothing in the course's code.
        """
        adapter = self._assignment.adapter
        if adapter is None or not self._asks_whose_fault:
            return judged
        if all(map(_has_answer, judged)):
            return judged
        from autograder.core.grading import right_program  # few runs need it

        with right_program.running(
            self._assignment, self._functions, self._layers
        ) as program:
            fair = [program.fair(verdict) for verdict in judged]
        for verdict, before in zip(fair, judged, strict=True):
            is_asked = "value" in verdict.exercise.asked_checks
            is_given = verdict.checks["value"] and not before.checks["value"]
            if is_asked and is_given and verdict.exercise.is_visible:
                file = named(adapter.file.name)
                note = sentence("sandbox", "value is given", file=file)
                self._notes = (note,)
        return fair

    def _explained(self, judged: list[Verdict], *, repair: bool) -> dict[str, Verdict]:
        """Return verdicts by exercise, the failed ones with their explanations."""
        left = self._judging.processor_left()
        of_a_search = OF_A_SEARCH * self._assignment.limits.cpu_seconds
        self._explaining.limit_processor(left + of_a_search)
        if self._explain is None or not self._assignment.limits.explain_seconds:
            return self._with_plainer_evidence(judged)
        program = ProgramRun(
            self._sources, self._explaining, repair, self._listener.repair_sought
        )
        return self._explain(Judged(judged, self._assignment, program))

    def _with_plainer_evidence(self, judged: list[Verdict]) -> dict[str, Verdict]:
        """Return verdicts by exercise, the failed ones with the plainest evidence."""
        from autograder.core.judging.plainer import PlainerEvidence

        self._explaining.go_on()
        sandbox = self._explaining.sandbox()
        plainer = PlainerEvidence(self._assignment, self._explaining, sandbox)
        plain = {verdict.exercise.id: plainer.of(verdict) for verdict in judged}
        self._explaining.pause()
        return plain

    def _judge_aloud(self, exercise: Exercise) -> Verdict:
        """Judge an exercise, and tell the listener."""
        verdict = self._judge(exercise)
        self._listener.judged(verdict)
        return verdict

    def _judge(self, exercise: Exercise) -> Verdict:
        """Return the verdict on an exercise; NotRun if time or a function lacks."""
        if not self._judging.may_go_on():
            return NotRun(exercise, Failure("not run", self._why_not_run()))
        lacking = {
            name: self._lacking[name]
            for name in needs_of(exercise, self._assignment)
            if name in self._lacking
        }
        if lacking:
            message = self._missing_message(lacking)
            return NotRun(exercise, Failure("missing function", message))
        drawn = self._drawn.get(exercise.id, ())
        if self._has_failed and isinstance(exercise, GeneratedExercise):
            drawn = self._stack.enter_context(kept(exercise, drawn))
        return judge(
            exercise,
            self._current.search_each,
            self._judging.may_go_on,
            self._searched,
            lambda _: drawn,
            self._limit_what_failed,
        )

    def _limit_what_failed(self) -> None:
        """Let a program that has failed run no longer than if it hung each time.

        One that has not failed may be right, and slow.
        """
        self._has_failed = True
        cpu_seconds = self._assignment.limits.cpu_seconds
        self._judging.limit_processor(MOST_ENDS * cpu_seconds)

    def _why_not_run(self) -> str:
        """Return the message about an exercise before which judging had to end."""
        if self._judging.ends >= MOST_ENDS:
            return sentence("ended", "not run, ends", ends=MOST_ENDS)
        if self._judging.is_spent:
            return sentence("ended", "not run, processor time")
        return sentence("ended", "not run, time")

    def _missing_message(self, lacking: Mapping[str, Absence]) -> str:
        """Return the message about the functions that the program lacks."""
        file = self._submission.file
        name = self._plain.notebook or file
        is_empty = not self._sources.get(file, b"-").strip()
        return missing_message(
            name,
            lacking,
            self._plain.in_text,
            is_empty=is_empty,
            is_notebook=bool(self._plain.notebook),
        )

    def _started(
        self, deadline: float, limits: Limits | None, rewritten: Mapping[str, bytes]
    ) -> Sandbox:
        """Start a process of the program. rewritten: files that get other text."""
        folder = self._folder
        if rewritten:
            folder = self._stack.enter_context(staged(self._submission, rewritten))
        sandbox = Sandbox(
            folder,
            self._submission.file,
            self._functions,
            limits or self._assignment.limits,
            deadline,
            self._layers,
            self._assignment,
        )
        return self._stack.enter_context(sandbox)


def _has_answer(verdict: Verdict) -> bool:
    """Return whether the faults of a verdict are none of an adapter's."""
    failure = verdict.failure if isinstance(verdict, Failed) else None
    return failure is None or failure.cause not in ("adapter", "not a value")


def _common_failure(verdicts: Sequence[Verdict]) -> Failure | None:
    """Return the failure that kept all visible exercises from being run, if any."""
    visible = [verdict for verdict in verdicts if verdict.exercise.is_visible]
    failures = {
        verdict.failure if isinstance(verdict, NotRun) else None
        for verdict in visible or verdicts
    }
    return failures.pop() if len(failures) == 1 else None
