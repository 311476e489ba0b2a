"""Cuts what is known of a submission to what its student is told.

That is done once, before anything is shown: no sentence can then tell too much.
"""

from autograder.core.exercises.model import Feedback
from autograder.core.grading.report import Report
from autograder.core.judging.judge import Evidence, Failed, NotRun, Passed, Verdict
from autograder.core.sandbox.outcome import Failure


def report_as_told(report: Report, *, show_hidden: bool = False) -> Report:
    """Return a report without what is not told. show_hidden: tell everything."""
    if show_hidden:
        verdicts = tuple(
            verdict._replace(feedback="full") for verdict in report.verdicts
        )
        return report._replace(verdicts=verdicts, feedback="full")
    return report._replace(
        verdicts=tuple(map(as_told, report.verdicts)),
        printed=report.printed if report.feedback == "full" else "",
    )


def as_told(verdict: Verdict) -> Verdict:
    """Return a verdict without what its student is not told.

    full: everything. diagnosis: neither lines of the program nor what it printed, nor
    the author's hint. verdict: which checks failed and whether the search finished, no
    more. Of a hidden exercise that is all in any case.
    """
    is_visible = verdict.exercise.is_visible
    level: Feedback = verdict.feedback if is_visible else "verdict"
    if level == "full":
        return verdict
    exercise = verdict.exercise._replace(hint="")
    match verdict._replace(feedback=level, exercise=exercise):
        case Passed() as passed:
            return passed._replace(printed="")
        case NotRun() as not_run:
            return _not_run_as_told(not_run)
        case Failed() as failed:
            return _failed_as_told(failed)


def _not_run_as_told(verdict: NotRun) -> NotRun:
    """Return the verdict with no more than the headline of why, if no more is told."""
    if verdict.feedback != "verdict":
        return verdict
    failure = verdict.failure
    words = failure.headline
    if failure.cause == "not an answer" and not verdict.exercise.is_visible:
        # The headline may name leaves of the hidden tree.
        words = "There is an answer, but it cannot be judged."
    return verdict._replace(failure=Failure(failure.cause, words))


def _failed_as_told(verdict: Failed) -> Failed:
    from autograder.explain.findings import (  # only what failed needs it
        Findings,
        findings_of,
    )

    evidence = _without_what_was_printed(verdict.evidence)
    if verdict.feedback == "verdict":
        evidence = _without_words(evidence)
        return verdict._replace(misconceptions=(), findings=None, evidence=evidence)
    findings = findings_of(verdict)
    named = Findings(names=findings.names, by_hand=findings.by_hand)
    return verdict._replace(findings=named, evidence=evidence)


def _without_what_was_printed(evidence: Evidence) -> Evidence:
    return evidence._replace(searched=evidence.searched._replace(printed=""))


def _without_words(evidence: Evidence) -> Evidence:
    """Return evidence without its calls, and without what is said of a failure."""
    found = evidence.searched._replace(returned=(), events=())
    if isinstance(found.outcome, Failure):
        outcome = found.outcome._replace(words="", details="", calls=())
        found = found._replace(outcome=outcome)
    return evidence._replace(searched=found)
