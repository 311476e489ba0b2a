"""The report on one submission, and how much of it an attempt is shown."""

import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from autograder.core.exercises.model import ExerciseSet, Feedback, FeedbackByAttempt
from autograder.core.files import OTHER_JSON
from autograder.core.judging.judge import NotRun, Verdict
from autograder.core.sandbox.containment import Isolation
from autograder.core.sandbox.outcome import Failure
from autograder.core.sentences import sentence


class Report(NamedTuple):
    """The result of a run.

    failure: the reason if no exercise could be run at all. started: by
    time.monotonic(). printed: the output of the program while it was imported. attempt:
    from 1; None if it is not known. feedback: the level of all verdicts. notes:
    sentences for all who read the grade, as on the files that were chosen. sources: the
    Python files by their paths. others: files that may be meant in place of the one
    that was graded. by_machine: whether the machine may be at fault if points were
    lost.
    """

    exercises: ExerciseSet
    submission: Path
    verdicts: tuple[Verdict, ...]
    failure: Failure | None
    started: float
    printed: str = ""
    isolation: Isolation = Isolation()
    attempt: int | None = None
    feedback: Feedback = "full"
    notes: tuple[str, ...] = ()
    sources: Mapping[str, bytes] = {}
    others: tuple[Path, ...] = ()
    by_machine: bool = False

    @property
    def seconds(self) -> float:
        """The time since grading began.

        To show the report is a part of the run, so the time is asked for last.
        """
        return time.monotonic() - self.started

    @property
    def visible(self) -> tuple[Verdict, ...]:
        """Return the verdicts that students are shown.

        Nothing of the others may have a part in a text for them.
        """
        return tuple(
            verdict for verdict in self.verdicts if verdict.exercise.is_visible
        )

    @property
    def points(self) -> float:
        """The points earned."""
        return points_of(self.verdicts)

    @property
    def max_points(self) -> float:
        """The points that could be earned, without extra ones."""
        return max_points_of(self.verdicts)


def none_run(
    exercises: ExerciseSet, submission: Path, failure: Failure, started: float
) -> Report:
    """Return the report if a failure kept every exercise from being run."""
    verdicts = tuple(NotRun(exercise, failure) for exercise in exercises.exercises)
    return Report(exercises, submission, verdicts, failure, started)


def points_of(verdicts: Sequence[Verdict]) -> float:
    """Return the points earned in some exercises."""
    return sum(verdict.points for verdict in verdicts)


def max_points_of(verdicts: Sequence[Verdict]) -> float:
    """Return the points that could be earned in some exercises, without extra ones."""
    return sum(verdict.exercise.points_in_maximum for verdict in verdicts)


def extra_points_of(verdicts: Sequence[Verdict]) -> float:
    """Return the points earned in the extra exercises among some."""
    return sum(verdict.points for verdict in verdicts if verdict.exercise.extra)


def attempt_number(metadata: Path) -> int | None:
    """Return the number of this attempt by Gradescope's metadata.

    Attempts on which the autograder failed, or which held no program to run, do not
    count. If the number is unknown,
    return None, and log why.
    """
    try:
        document = json.loads(metadata.read_text(encoding="utf-8"))
        earlier = document["previous_submissions"]
        if not isinstance(earlier, list):
            raise TypeError("previous_submissions is no list")
        return 1 + sum(map(_counts, earlier))
    except OTHER_JSON as error:
        reason = f"{type(error).__name__}: {error}"
        message = "does not say which attempt this is, so feedback is full"
        print(f"{metadata} {message} ({reason})", file=sys.stderr)
        return None


def _counts(submission: Mapping[str, Any]) -> bool:
    """Return whether a program of an earlier attempt was run.

    submission: as Gradescope tells of it, perhaps with the results of that time.
    """
    if submission.get("autograder_error") is True:
        return False
    results = submission.get("results")
    about = results.get("extra_data") if isinstance(results, dict) else None
    return not isinstance(about, dict) or about.get("failure") != "missing file"


def feedback_for(
    setting: Feedback | FeedbackByAttempt, attempt: int | None
) -> Feedback:
    """Return the feedback level of an attempt; "full" if its number is unknown."""
    if not isinstance(setting, FeedbackByAttempt):
        return setting
    if attempt is None or attempt <= setting.full:
        return "full"
    return "diagnosis" if attempt <= setting.full + setting.diagnosis else "verdict"


def about_attempt(setting: Feedback | FeedbackByAttempt, attempt: int | None) -> str:
    """Say which level this attempt gets, and how many more get the same.

    Return "" if all attempts are alike.
    """
    if not isinstance(setting, FeedbackByAttempt) or attempt is None:
        return ""
    level = feedback_for(setting, attempt)
    if level == "verdict":
        return sentence("attempt", "verdict", attempt=attempt)
    last = setting.full if level == "full" else setting.full + setting.diagnosis
    left = last - attempt
    changes = {
        ("full", "diagnosis"): ("full, then diagnosis", "last full, then diagnosis"),
        ("full", "verdict"): ("full, then verdict", "last full, then verdict"),
        ("diagnosis", "verdict"): (
            "diagnosis, then verdict",
            "last diagnosis, then verdict",
        ),
    }
    before_last, at_last = changes[level, feedback_for(setting, last + 1)]
    name = before_last if left else at_last
    return sentence("attempt", name, attempt=attempt, left=left)
