"""Cuts a report to its level of feedback: to the facts that the student may know.

That is done once, before anything is shown: no sentence can then tell too much, and no
two can give different advice.
"""

import builtins
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from autograder.core.exercises.model import Feedback
from autograder.core.judging.judge import Evidence, Failed, NotRun, Passed, Verdict
from autograder.core.sandbox.outcome import Failure
from autograder.core.sentences import sentence
from autograder.core.text import QUOTE

if TYPE_CHECKING:
    from autograder.explain.findings import ClaimedRepair, EditedLine, Findings
    from autograder.explain.graded import ExplainedReport

NAMES = (NameError, AttributeError)
"""Exceptions that are about a name, or about one behind a dot."""
REFUSED_BY_PYTHON = (
    *NAMES,
    *(ImportError, TypeError, NotImplementedError),
    *(EOFError, OSError, SystemExit, KeyboardInterrupt),
)
"""Exceptions whose line is itself wrong: the one that raised them.

The states of the game raise none of them.
"""

KEPT = frozenset(
    {
        *("id", "title", "number", "tags", "visibility"),
        *("pattern", "generate", "unneeded", "require"),
        *("points", "earned", "extra"),
    }
)
"""The fields of an exercise that every level has. Others, and so a field that is new,
are told at level "full" alone.
"""

# --- One advice ---


def with_one_advice(
    explained: "ExplainedReport", *, show_hidden: bool = False
) -> "ExplainedReport":
    """Return a report without known mistakes and lines that contradict an exception.

    If the sentence of an exception is advice, it is the one to follow: the search for a
    repair had to work round the exception, and its result is about another program. A
    repair of the very line that raised it is told, too, and one that also repairs what
    the exception hides. show_hidden: hidden exercises count.
    """
    explained = _without_accidents(_without_unread_names(explained))
    explained = _with_copies_alone(explained)
    raised = [
        verdict
        for verdict in explained.report.verdicts
        if (verdict.exercise.is_visible or show_hidden) and is_advice(verdict)
    ]
    if not raised:
        return explained
    if _repairs_where_it_broke(explained, raised):
        return explained
    verdicts = tuple(
        verdict._replace(misconceptions=()) if isinstance(verdict, Failed) else verdict
        for verdict in explained.report.verdicts
    )
    report = explained.report._replace(verdicts=verdicts)
    return explained._replace(report=report, findings={})


def _without_unread_names(explained: "ExplainedReport") -> "ExplainedReport":
    """Return a report that tells no unread parameter beside a search that broke.

    A function that is not written to its end reads few of its parameters.
    """
    findings = dict(explained.findings)
    for verdict in explained.report.verdicts:
        name = verdict.exercise.id
        is_broken = isinstance(verdict, Failed) and verdict.failure is not None
        if is_broken and name in findings:
            slips = findings[name].slips
            kept = tuple(slip for slip in slips if slip.kind.name != "unread")
            findings[name] = findings[name]._replace(slips=kept)
    return explained._replace(findings=findings)


def _without_accidents(explained: "ExplainedReport") -> "ExplainedReport":
    """Return a report in which edits agree with the known mistakes.

    If the nearest undo none of those that are told, they help some exercises by
    accident. A repair may only work round values kept between searches, which fresh
    processes have shown.
    """
    told: set[str] = set()
    for verdict in explained.report.verdicts:
        if isinstance(verdict, Failed):
            told.update(verdict.misconceptions)
    if not told:
        return explained
    from autograder.explain.repair.kinds import STATE_KEPT  # a right run needs none

    findings: dict[str, Findings] = {}
    for name, of_exercise in explained.findings.items():
        if of_exercise.nearest and _undoes_none(of_exercise.nearest, told):
            of_exercise = of_exercise._replace(nearest=None)
        if told == {STATE_KEPT} and _works_round(of_exercise):
            of_exercise = of_exercise._replace(repairs=())
        findings[name] = of_exercise
    return explained._replace(findings=findings)


def _undoes_none(repair: "ClaimedRepair", names: AbstractSet[str]) -> bool:
    return bool(repair.edits) and names.isdisjoint(repair.may_undo())


def _works_round(findings: "Findings") -> bool:
    """Return whether the best repair only leaves out or moves lines."""
    edits = [edit for best in findings.repairs[:1] for edit in best.edits]
    return bool(edits) and all(edit.kind.avoids_memory for edit in edits)


def _with_copies_alone(explained: "ExplainedReport") -> "ExplainedReport":
    """Return a report that tells of a copied function only that it is a copy.

    Each of its lines is still the other player's. So a search for a repair finds in it
    many mistakes, or one by accident.
    """
    findings = dict(explained.findings)
    for name, of_exercise in explained.findings.items():
        slips = of_exercise.slips
        copies = tuple(slip for slip in slips if slip.kind.name == "same as other")
        if copies:
            findings[name] = of_exercise._replace(
                repairs=(), nearest=None, slips=copies, names=()
            )
    changed = {
        name
        for name, of_exercise in explained.findings.items()
        if findings[name] != of_exercise
    }
    verdicts = tuple(
        verdict._replace(misconceptions=())
        if isinstance(verdict, Failed) and verdict.exercise.id in changed
        else verdict
        for verdict in explained.report.verdicts
    )
    report = explained.report._replace(verdicts=verdicts)
    return explained._replace(report=report, findings=findings)


def _repairs_where_it_broke(
    explained: "ExplainedReport", raised: Sequence[Verdict]
) -> bool:
    """Return whether the repair that is told first changes the line that raised.

    Or one of its components does, and others repair what the program then gets wrong.
    """
    failures = [
        verdict.failure
        for verdict in raised
        if isinstance(verdict, Failed) and verdict.failure is not None
    ]
    ids = [verdict.exercise.id for verdict in raised]
    findings = [explained.findings[name] for name in ids if name in explained.findings]
    repairs = [
        of_exercise.told_repairs[0]
        for of_exercise in findings
        if of_exercise.told_repairs
    ]
    if not repairs:
        return False
    best = repairs[0]
    return _is_where_it_broke(best, failures) or _undoes_more(best, failures)


def _undoes_more(repair: "ClaimedRepair", failures: Sequence[Failure]) -> bool:
    """Return whether a repair also undoes another mistake than that of an exception.

    With this mistake alone the program fails and raises nothing; and in the lines that
    raised the exceptions, or by a value for a name, others keep them from being raised.
    Without such a line the rest of a repair may only do what the line was to do.
    """
    from autograder.explain.repair.kinds import LINE  # only failures need it

    is_proved = repair.kind == "repair"
    of_exception = [part for part in repair.components if part.ends_exception]
    if not is_proved or len(of_exception) in (0, len(repair.components)):
        return False
    edits = [edit for part in of_exception for edit in part.edits]
    changed = {(edit.file, str(edit.line)) for edit in edits}
    raised_at = {failure.line_that_raised for failure in failures}
    takes_lines = any(edit.kind.group == LINE for edit in edits)
    return _give_a_value(edits) or (raised_at <= changed and not takes_lines)


def _give_a_value(edits: Sequence["EditedLine"]) -> bool:
    """Return whether edits only give values to names that have none."""
    from autograder.explain.repair.kinds import GIVE_A_VALUE  # only failures need it

    return bool(edits) and all(edit.kind in GIVE_A_VALUE for edit in edits)


def is_advice(verdict: Verdict) -> bool:
    """Return whether an exception broke a search, and its sentences are advice.

    They are if Python itself refuses the code, as a name that is not there: the line
    itself is wrong. If the game refuses a call, the mistake may be in another line.
    """
    failure = verdict.failure if isinstance(verdict, Failed) else None
    if failure is None or failure.cause != "raised":
        return False
    if not _is_kind_of(failure, REFUSED_BY_PYTHON):
        return False
    sentences = [
        row for row in failure.message.split("\n") if not row.startswith(QUOTE)
    ]
    explanation = " ".join(sentences[1:])
    # A question leaves the answer to the lines that are found, unless it names a name.
    is_about_a_name = _is_kind_of(failure, NAMES) and "'NoneType'" not in sentences[0]
    return bool(explanation) and (is_about_a_name or not explanation.endswith("?"))


def _is_kind_of(
    failure: Failure, kinds: type[BaseException] | tuple[type[BaseException], ...]
) -> bool:
    """Return whether an exception of Python's own is of some kinds."""
    raised = getattr(builtins, failure.raised, None)
    return isinstance(raised, type) and issubclass(raised, kinds)


def _is_where_it_broke(repair: "ClaimedRepair", failures: Sequence[Failure]) -> bool:
    """Return whether a repair is one line, and the line that raised each exception.

    A line that is only to be copied from the other player, or to be taken away, says
    less than the exception, and so does any other line if a name is not there: that
    name is its fault. A line that lacks and gives it a value is about that very name.
    """
    if _give_a_value(repair.edits):
        return True
    if any(_is_kind_of(failure, NameError) for failure in failures):
        return False
    if any(edit.kind.avoids_exception for edit in repair.edits):
        return False
    changed = {(edit.file, str(edit.line)) for edit in repair.edits}
    return all({failure.line_that_raised} == changed for failure in failures)


# --- Cut to a level ---


def cut_report(
    explained: "ExplainedReport", *, show_hidden: bool = False
) -> "ExplainedReport":
    """Return a report cut to its levels. show_hidden: cut nothing."""
    explained = with_one_advice(explained, show_hidden=show_hidden)
    report, findings = explained
    if show_hidden:
        verdicts = tuple(
            verdict._replace(feedback="full") for verdict in report.verdicts
        )
        return explained._replace(
            report=report._replace(verdicts=verdicts, feedback="full")
        )
    kept_findings: dict[str, Findings] = {}
    for verdict in report.verdicts:
        name = verdict.exercise.id
        if name in findings and level_of(verdict) != "verdict":
            kept_findings[name] = cut_findings(verdict, findings[name])
    kept_report = report._replace(
        verdicts=tuple(map(cut_verdict, report.verdicts)),
        printed=report.printed if report.feedback == "full" else "",
    )
    return explained._replace(report=kept_report, findings=kept_findings)


def level_of(verdict: Verdict) -> Feedback:
    """Return the feedback level of an exercise; "verdict" if it is hidden."""
    return verdict.feedback if verdict.exercise.is_visible else "verdict"


def cut_findings(verdict: Verdict, findings: "Findings") -> "Findings":
    """Return findings without lines of the program, unless the level is "full"."""
    if level_of(verdict) == "full":
        return findings
    from autograder.explain.findings import Findings  # only failures need it

    return Findings(names=findings.names, by_hand=findings.by_hand)


def cut_verdict(verdict: Verdict) -> Verdict:
    """Return a verdict cut to its level.

    full: all of it. diagnosis: neither lines of the program nor its output, nor the
    author's hint. verdict: which checks failed and whether the search finished, no
    more. Of a hidden exercise no more is left in any case.
    """
    level = level_of(verdict)
    if level == "full":
        return verdict
    blank: dict[str, Any] = {
        name: default
        for name, default in verdict.exercise._field_defaults.items()
        if name not in KEPT
    }
    exercise = verdict.exercise._replace(**blank)
    match verdict._replace(feedback=level, exercise=exercise):
        case Passed() as passed:
            return passed._replace(printed="")
        case NotRun() as not_run:
            return _cut_not_run(not_run)
        case Failed() as failed:
            return _cut_failed(failed)


def _cut_not_run(verdict: NotRun) -> NotRun:
    """Return the verdict; at level "verdict" with a headline as its reason alone."""
    if verdict.feedback != "verdict":
        return verdict
    failure = verdict.failure
    message = failure.headline
    if failure.cause == "not an answer" and not verdict.exercise.is_visible:
        # The headline may name leaves of the hidden tree.
        message = sentence("report", "cannot be judged")
    return verdict._replace(failure=Failure(failure.cause, message))


def _cut_failed(verdict: Failed) -> Failed:
    evidence = _without_what_was_printed(verdict.evidence)
    if verdict.feedback == "verdict":
        evidence = _without_message(evidence)
        return verdict._replace(misconceptions=(), evidence=evidence)
    return verdict._replace(evidence=evidence)


def _without_what_was_printed(evidence: Evidence) -> Evidence:
    return evidence._replace(searched=evidence.searched._replace(printed=""))


def _without_message(evidence: Evidence) -> Evidence:
    """Return evidence without its calls, and without the message of a failure."""
    searched = evidence.searched._replace(returned=(), events=())
    if isinstance(searched.outcome, Failure):
        outcome = searched.outcome._replace(message="", details="", calls=())
        searched = searched._replace(outcome=outcome)
    return evidence._replace(searched=searched)
