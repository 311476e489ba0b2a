"""Grades a submission, and gives its report with the explanations beside it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from autograder.core.exercises.model import ExerciseSet
from autograder.core.grading.judged import Judged
from autograder.core.grading.report import Report
from autograder.core.grading.run import NOBODY, RunListener, grade
from autograder.core.judging.judge import Verdict
from autograder.core.sandbox.containment import ALL_LAYERS
from autograder.explain import explain

if TYPE_CHECKING:
    from autograder.explain.findings import Findings


class ExplainedReport(NamedTuple):
    """A report, and beside it the findings on exercises that failed, by their ids.

    An exercise may have none, as after a search that was not explained.
    """

    report: Report
    findings: "Mapping[str, Findings]"


def grade_and_explain(
    submission: Path | str,
    exercises: ExerciseSet,
    *,
    layers: tuple[str, ...] = ALL_LAYERS,
    attempt: int | None = None,
    diagnose_hidden: bool = False,
    with_local_imports: bool = True,
    searched: Callable[[int], None] = lambda trees: None,
    listener: RunListener = NOBODY,
) -> ExplainedReport:
    """Grade a submission and explain the exercises that failed.

    Parameters, and errors raised: as of `autograder.core.grading.run.grade`, whose
    `explain` and `asks_whose_fault` are not given.
    """
    findings: dict[str, Findings] = {}

    def explain_and_keep(judged: Judged) -> dict[str, Verdict]:
        """Return the verdicts with their known mistakes, for the report.

        Keep the findings.
        """
        explanation = explain(judged)
        findings.update(explanation.findings)
        return explanation.verdicts

    report = grade(
        submission,
        exercises,
        explain_and_keep,
        layers=layers,
        attempt=attempt,
        diagnose_hidden=diagnose_hidden,
        with_local_imports=with_local_imports,
        searched=searched,
        listener=listener,
    )
    return ExplainedReport(report, findings)
