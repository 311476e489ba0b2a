"""A whole grading run: from a submission and a set of exercises to a report."""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from autograder.errors import InvalidExercises, Mistake
from autograder.exercises import packages
from autograder.exercises.documents import ASSIGNMENT
from autograder.exercises.generated import batches_of, seeded
from autograder.exercises.model import Exercise, ExerciseSet, Limits
from autograder.grading.report import Report, feedback_for, none_run
from autograder.judging.judge import Failed, NotRun, Verdict, judge
from autograder.launch import ALL_LAYERS
from autograder.limits import EXPLAINING_SECONDS, MOST_ENDS, REPORT_SECONDS
from autograder.project import PROJECT
from autograder.sandbox.archives import unpacked
from autograder.sandbox.budget import Budget
from autograder.sandbox.containment import students_may_read
from autograder.sandbox.outcome import Failure, missing_words
from autograder.sandbox.program import Sandbox
from autograder.sandbox.staging import read_sources, staged
from autograder.sandbox.submission import NoSubmission, find_submission
from autograder.signals import on_exit
from reference import interfaces


def grade(
    submission: Path | str,
    exercises: ExerciseSet,
    *,
    layers: tuple[str, ...] = ALL_LAYERS,
    attempt: int | None = None,
    diagnose_hidden: bool = False,
    with_local_imports: bool = True,
    searched: Callable[[int], None] = lambda trees: None,
) -> Report:
    """Grades a submission.

    layers: of isolation; tests leave one out. attempt: from 1, where that is known. diagnose_hidden: for instructors.
    with_local_imports: whether a single file gets the modules that it imports from beside it. searched: called now and
    then, where every small tree is searched, with how many were. Raises InvalidExercises where packages that students
    may import are not installed, or where programs may read the exercises.
    """
    start = time.monotonic()
    assignment = exercises.assignment
    if missing := packages.not_installed(
        assignment.packages, assignment.packages_lock, exercises.folder
    ):
        raise InvalidExercises(
            [Mistake(exercises.folder / ASSIGNMENT, "packages", missing)]
        )
    if assignment.by_hand:
        report = _graded_by_hand(Path(submission), exercises, start)
    else:
        for path, what in (
            (exercises.folder, "the exercises"),
            (PROJECT, "the autograder"),
        ):
            if place := students_may_read(path):
                words = f"students' programs may read all that lies in {place}, and so {what}"
                raise InvalidExercises(
                    [Mistake(path, "", f"{words}; move this folder elsewhere")]
                )
        run = _Run(exercises, start, layers, searched)
        report = run.report(
            Path(submission),
            diagnose_hidden=diagnose_hidden,
            with_local_imports=with_local_imports,
        )
    level = feedback_for(assignment.feedback, attempt)
    seen = tuple(verdict._replace(feedback=level) for verdict in report.verdicts)
    return report._replace(verdicts=seen, attempt=attempt, feedback=level)


def _graded_by_hand(submission: Path, exercises: ExerciseSet, start: float) -> Report:
    from autograder.judging.by_hand import judge_answers  # runs have no use for it

    judged = judge_answers(submission, exercises)
    if isinstance(judged, Failure):
        return none_run(exercises, submission, judged, start)
    verdicts, notes = judged
    if any(isinstance(verdict, Failed) for verdict in verdicts):
        from autograder.explaining import explain_answers

        verdicts = explain_answers(verdicts)
    return Report(exercises, submission, verdicts, None, start, notes=notes)


class _Run:
    """One submission's processes, and what they may still use."""

    def __init__(
        self,
        exercises: ExerciseSet,
        start: float,
        layers: tuple[str, ...],
        searched: Callable[[int], None],
    ) -> None:
        self._exercises, self._start, self._layers, self._searched = (
            exercises,
            start,
            layers,
            searched,
        )
        self._assignment = exercises.assignment
        self._functions = tuple(
            dict.fromkeys(
                name for each in exercises.exercises for name in self._needed(each)
            )
        )
        self._stack = ExitStack()

    def report(
        self, submission: Path, *, diagnose_hidden: bool, with_local_imports: bool
    ) -> Report:
        """Grades the program; at the end nothing of it is left."""
        assignment, notes = self._assignment, tuple[str, ...]()
        with self._stack as stack:
            try:
                plain, notes = stack.enter_context(
                    unpacked(submission, assignment.file, assignment.accept)
                )
                found = find_submission(
                    plain,
                    assignment.file,
                    self._functions if with_local_imports else None,
                )
            except NoSubmission as error:
                failure = Failure("missing file", str(error))
                return none_run(
                    self._exercises, submission, failure, self._start
                )._replace(notes=notes)
            self._submission, notes = found, notes + found.notes
            self._folder = stack.enter_context(staged(found))
            self._sources = read_sources(self._folder, found)
            exercises = seeded(self._exercises, self._folder)
            drawing = time.monotonic()
            self._drawn = {
                exercise.id: batches_of(exercise) for exercise in exercises.generated
            }
            whole = assignment.limits.run_seconds
            explaining = min(EXPLAINING_SECONDS, whole / 6)
            judging = whole - min(REPORT_SECONDS, whole / 5) - explaining
            # Not all trees are remembered: drawing them takes from the time for explaining, and none from judging.
            taken = min(time.monotonic() - drawing, explaining)
            self._judging = Budget(judging, self._started, self._start + taken)
            self._explaining = Budget(explaining - taken, self._started)
            for budget in (self._judging, self._explaining):
                stack.enter_context(on_exit(budget.end_programs))
            shown = self._current = self._judging.sandbox()
            loaded = shown.load()
            if isinstance(loaded.outcome, Failure):
                report = none_run(exercises, submission, loaded.outcome, self._start)
            else:
                # The functions that the file does not define, each with how.
                self._lacking = loaded.outcome
                verdicts = self._verdicts(exercises, diagnose_hidden=diagnose_hidden)
                seen = [
                    verdict for verdict in verdicts if verdict.exercise.is_visible
                ] or verdicts
                failures = {
                    verdict.failure if isinstance(verdict, NotRun) else None
                    for verdict in seen
                }
                common = failures.pop() if len(failures) == 1 else None
                report = Report(
                    exercises, submission, tuple(verdicts), common, self._start
                )
            notes += self._on_replaced_files(report)
            report = report._replace(printed=loaded.printed, isolation=shown.isolation)
            return report._replace(notes=notes, sources=self._sources)

    def _on_replaced_files(self, report: Report) -> tuple[str, ...]:
        """Return a note where searches went wrong, the course's own files were changed, and no exception says so."""
        failed = [verdict for verdict in report.visible if isinstance(verdict, Failed)]
        if not failed:
            return ()
        from autograder.sandbox.differences import (
            about_replaced_files,  # only what failed needs it
        )

        told = "\n".join(verdict.failure.words for verdict in failed if verdict.failure)
        sentences = about_replaced_files(self._folder, self._assignment.adapter)
        return tuple(sentence for sentence in sentences if sentence not in told)

    def _verdicts(
        self, exercises: ExerciseSet, *, diagnose_hidden: bool
    ) -> list[Verdict]:
        verdicts: dict[str, Verdict] = {}
        # Those that students see are run, diagnosed and done with before a process sees anything of the others: what a
        # program knows of a hidden exercise it could print in a visible one, or hand on in a way nobody thought of.
        for seen in (True, False):
            chosen = [
                entry for entry in exercises.exercises if entry.is_visible == seen
            ]
            judged = [self._judge(exercise) for exercise in chosen]
            verdicts |= {verdict.exercise.id: verdict for verdict in judged}
            self._judging.pause()
            if (seen or diagnose_hidden) and not all(
                verdict.passed for verdict in judged
            ):
                from autograder.explaining import (
                    explain_program,  # what failed needs it
                )

                verdicts |= explain_program(
                    judged,
                    self._assignment,
                    self._sources,
                    self._explaining,
                    repair=seen,
                )
            if seen:
                self._judging.go_on()
                self._current = self._judging.sandbox()
        return [verdicts[exercise.id] for exercise in exercises.exercises]

    def _needed(self, exercise: Exercise) -> tuple[str, ...]:
        adapter = self._assignment.adapter
        return (
            adapter.needs
            if adapter is not None
            else interfaces.load(exercise.pattern.interface).functions
        )

    def _judge(self, exercise: Exercise) -> Verdict:
        if not self._judging.may_go_on():
            why = "the time for the whole submission was used up by"
            if self._judging.ends >= MOST_ENDS:
                why = f"your program had to be ended {MOST_ENDS} times in"
            return NotRun(
                exercise,
                Failure("not run", f"Not run, because {why} the exercises before."),
            )
        lacking = {
            name: self._lacking[name]
            for name in self._needed(exercise)
            if name in self._lacking
        }
        if lacking:
            return NotRun(
                exercise,
                Failure(
                    "missing function", missing_words(self._submission.file, lacking)
                ),
            )
        drawn = self._drawn.get(exercise.id, ())
        return judge(
            exercise,
            self._current.search_each,
            self._judging.may_go_on,
            self._searched,
            lambda _: drawn,
        )

    def _started(
        self, deadline: float, limits: Limits | None, rewritten: Mapping[str, bytes]
    ) -> Sandbox:
        assignment, file, chosen = (
            self._assignment,
            self._submission.file,
            limits or self._assignment.limits,
        )
        folder = (
            self._stack.enter_context(staged(self._submission, rewritten))
            if rewritten
            else self._folder
        )
        sandbox = Sandbox(
            folder, file, self._functions, chosen, deadline, self._layers, assignment
        )
        return self._stack.enter_context(sandbox)
