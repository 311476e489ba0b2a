"""Cuts what is known of a submission to what its student is told.

That is done once, before anything is shown: no sentence can then tell too much.
"""

from typing import TYPE_CHECKING

from autograder.core.exercises.model import Feedback
from autograder.core.judging.judge import Evidence, Failed, NotRun, Passed, Verdict
from autograder.core.sandbox.outcome import Failure

if TYPE_CHECKING:
    from autograder.explain.findings import Findings
    from autograder.explain.graded import ExplainedReport


def report_as_told(
    explained: "ExplainedReport", *, show_hidden: bool = False
) -> "ExplainedReport":
    """Return a report without what is not told. show_hidden: tell everything."""
    report, findings = explained
    if show_hidden:
        verdicts = tuple(
            verdict._replace(feedback="full") for verdict in report.verdicts
        )
        return explained._replace(
            report=report._replace(verdicts=verdicts, feedback="full")
        )
    findings_told: dict[str, Findings] = {}
    for verdict in report.verdicts:
        name = verdict.exercise.id
        if name in findings and level_of(verdict) != "verdict":
            findings_told[name] = findings_as_told(verdict, findings[name])
    told = report._replace(
        verdicts=tuple(map(as_told, report.verdicts)),
        printed=report.printed if report.feedback == "full" else "",
    )
    return explained._replace(report=told, findings=findings_told)


def level_of(verdict: Verdict) -> Feedback:
    """Return how much is told of an exercise: of a hidden one, the verdict alone."""
    return verdict.feedback if verdict.exercise.is_visible else "verdict"


def findings_as_told(verdict: Verdict, findings: "Findings") -> "Findings":
    """Return findings without lines of the program, unless these are told."""
    if level_of(verdict) == "full":
        return findings
    from autograder.explain.findings import Findings  # only what failed needs it

    return Findings(names=findings.names, by_hand=findings.by_hand)


def as_told(verdict: Verdict) -> Verdict:
    """Return a verdict without what its student is not told.

    full: everything. diagnosis: neither lines of the program nor what it printed, nor
    the author's hint. verdict: which checks failed and whether the search finished, no
    more. Of a hidden exercise that is all in any case.
    """
    level = level_of(verdict)
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
    evidence = _without_what_was_printed(verdict.evidence)
    if verdict.feedback == "verdict":
        evidence = _without_words(evidence)
        return verdict._replace(misconceptions=(), evidence=evidence)
    return verdict._replace(evidence=evidence)


def _without_what_was_printed(evidence: Evidence) -> Evidence:
    return evidence._replace(searched=evidence.searched._replace(printed=""))


def _without_words(evidence: Evidence) -> Evidence:
    """Return evidence without its calls, and without what is said of a failure."""
    found = evidence.searched._replace(returned=(), events=())
    if isinstance(found.outcome, Failure):
        outcome = found.outcome._replace(words="", details="", calls=())
        found = found._replace(outcome=outcome)
    return evidence._replace(searched=found)
