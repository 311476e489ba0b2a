"""Says what verdicts mean for the student: a page for each exercise, made of evidence, and which to read first."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from autograder.exercises.model import CHECKS, Check, Every, Feedback, GeneratedExercise
from autograder.judging.judge import Failed, NotPassed, NotRun, Passed, Verdict
from autograder.judging.report import Report, max_points_of, points_of
from autograder.limits import MOST_PRINTED
from autograder.sandbox.outcome import Failure
from autograder.showing.styled_text import Page, Span, line, paragraph
from autograder.text import counted, quoted

Parts = Mapping[str, Page]
"""What is shown of an exercise, by what it is about: the verdict, the diagnosis, the drawing …"""

RIGHT: dict[Check, str] = {"value": "the value", "pruned": "the pruned leaves", "order": "the order of visits"}
CALLS = "the calls of the other function"
"""What is wrong instead of the pruned leaves, where one function is judged alone and looked at the right ones."""


def feedback(
    verdict: Verdict, earlier: NotPassed | None = None, *, show_hidden: bool = False, mirrored: bool = False
) -> Parts:
    """What is shown of an exercise, in the order in which it is read; of one that is hidden, only which checks failed.

    earlier: an exercise whose page describes an equal failure, which is then only named. show_hidden: to an instructor.
    """
    level: Feedback = "full" if show_hidden else verdict.feedback if verdict.exercise.is_visible else "verdict"
    match verdict:
        case Passed():
            generated = isinstance(verdict.exercise, GeneratedExercise)
            where = f" on {'all ' if verdict.trees > 1 else ''}{_trees(verdict)}" if generated else ""
            right = line(Span(f"Value, pruned leaves and order of visits are right{where}.", "good"))
            return {"verdict": [right], "printed": printed(verdict.printed) if level == "full" else []}
        case NotRun():
            sentence = verdict.failure.headline
            if verdict.failure.cause == "not an answer" and not verdict.exercise.is_visible:
                sentence = "There is an answer, but it cannot be judged."  # why may name leaves of the tree
            if level == "verdict":
                return {"verdict": [line(Span(sentence, "strong"))]}
            return {"failure": failure_page(verdict.failure, earlier)}
        case Failed():
            return _failed(verdict, earlier, level, mirrored=mirrored)


def whole(parts: Parts) -> Page:
    """All parts as one page."""
    return [row for part in parts.values() for row in part]


def printed(text: str) -> Page:
    """What the student's code printed, if it did."""
    if not text:
        return []
    return [line(Span("Your code printed:", "faint")), *paragraph(quoted(text.rstrip("\n"), MOST_PRINTED))]


def failure_page(failure: Failure, earlier: NotPassed | None = None) -> Page:
    """Why a step came to no answer, with the student's own traceback, or the exercise whose page describes the same."""
    if earlier is not None:
        what = "same exception" if failure.cause == "raised" else "same"
        return [line(f"The {what} as in {earlier.exercise.id}: {failure.headline}")]
    return paragraph(failure.words, "bad") + (paragraph(failure.details) if failure.details else [])


def _failed(verdict: Failed, earlier: NotPassed | None, level: Feedback, *, mirrored: bool) -> Parts:
    parts: dict[str, Page] = {"verdict": [line(Span(_verdict_sentence(verdict, with_tree=level == "full"), "strong"))]}
    if level == "verdict":
        return parts
    if verdict.failure is not None:
        parts["failure"] = failure_page(verdict.failure, earlier)
        if earlier is not None:
            return parts
    from autograder.showing import failed  # a right run needs none of it

    parts["diagnosis"] = failed.diagnosis(verdict)
    if level == "diagnosis":
        return parts
    return {**parts, **failed.parts_of_search(verdict, mirrored=mirrored), "printed": printed(verdict.evidence.found.printed)}


def _verdict_sentence(verdict: Failed, *, with_tree: bool) -> str:
    evidence = verdict.evidence
    of_many = isinstance(verdict.exercise, GeneratedExercise) and verdict.trees > 1
    tried = f"one of the {_trees(verdict)} that were tried" if of_many else ""
    if evidence.found.finished is None:
        return f"Your search did not finish{of_many * ' on '}{tried}."
    what = {**RIGHT, "value": "the action"} if isinstance(evidence.expected.value, str) else RIGHT
    what = {**what, "pruned": CALLS} if evidence.only_calls_are_wrong else what
    right, wrong = ([what[check] for check in CHECKS if verdict.checks[check] == holds] for holds in (True, False))
    neither = f"neither {what['value']} nor the pruned leaves are right"
    sentence = f"{_are(right)} right, but {_are(wrong)} not" if right else neither
    sentence = f"{sentence[0].upper()}{sentence[1:]}{of_many * ', on at least '}{tried}."
    here = [what[check] for check in CHECKS if not evidence.checks[check]]
    more = with_tree and here and evidence.checks != verdict.checks  # more is wrong on others
    return f"{sentence} On the tree below {_are(here)} wrong." if more else sentence


def _trees(verdict: Passed | Failed) -> str:
    return counted(verdict.trees, "small tree" if isinstance(verdict.exercise.generate, Every) else "generated tree")


def _are(things: Sequence[str]) -> str:
    """The subject of a sentence with its verb: the value and the order of visits are."""
    plural = len(things) > 1 or things[0] in (RIGHT["pruned"], CALLS)
    return f"{' and '.join(things)} {'are' if plural else 'is'}"


# --- All exercises of a report, and the order in which they are best read ---


class ReportFeedback(NamedTuple):
    """What is shown of the exercises of a report. order: the failed ones, the simplest first. parts: by their ids."""

    order: Sequence[NotPassed]
    same_failure_as: Mapping[str, NotPassed]
    parts: Mapping[str, Parts]

    def page(self, verdict: Verdict) -> Page:
        """What is shown of an exercise, whole."""
        return whole(self.parts[verdict.exercise.id])


def feedback_of(report: Report, *, show_hidden: bool = False) -> ReportFeedback:
    """The feedback on a report. show_hidden: shows an instructor all of every exercise."""
    order = simplest_first(report.verdicts if show_hidden else report.visible)
    same = same_failure_as([verdict for verdict in order if show_hidden or verdict.feedback != "verdict"])
    mirrored = (adapter := report.exercises.assignment.adapter) is not None and adapter.mirrored
    parts = {
        each.exercise.id: feedback(each, same.get(each.exercise.id), show_hidden=show_hidden, mirrored=mirrored)
        for each in report.verdicts
    }
    return ReportFeedback(order, same, parts)


def simplest_first(verdicts: Sequence[Verdict]) -> list[NotPassed]:
    """The failed ones of some verdicts, the clearest first, and last those that were not run at all.

    A search that broke before its first look has a traceback and no tree. Where a change mends a part, what it mends
    comes next; of the others the simplest comes first, and of sizes between two powers of 2 a wrong value before a leaf
    too many, then the author's order.
    """

    def key(verdict: NotPassed) -> tuple[bool, bool, tuple[int, ...], bool]:
        if isinstance(verdict, NotRun) or not size_of_evidence(verdict):
            return isinstance(verdict, NotRun), False, (), verdict.checks["value"]
        *kind, size = verdict.evidence.simplicity(drawn=isinstance(verdict.exercise, GeneratedExercise))
        return False, not _is_mended(verdict), (*kind, size.bit_length()), verdict.checks["value"]

    return sorted((verdict for verdict in verdicts if isinstance(verdict, (NotRun, Failed))), key=key)


def _is_mended(verdict: NotPassed) -> bool:
    nearest = verdict.explanation.nearest if isinstance(verdict, Failed) else None
    return nearest is not None and bool(nearest.mends) and verdict.feedback == "full"


def size_of_evidence(verdict: NotPassed) -> int:
    """The number of nodes of the tree that a failure is shown on; 0 where the search broke before its first look."""
    broke_at_once = verdict.failure is not None and not verdict.failure.looks
    return 0 if isinstance(verdict, NotRun) or broke_at_once else len(verdict.evidence.problem.tree)


def same_failure_as(verdicts: Sequence[NotPassed]) -> Mapping[str, NotPassed]:
    """Of exercises that ended in an equal failure, by id, the first of them, whose page describes it.

    verdicts: in the order of reading. Failures are equal if what is said of them is, and the traceback's last line; not
    where a wrong thing was returned, as what the search looked at counts there.
    """
    first: dict[tuple[str, ...], NotPassed] = {}
    same: dict[str, NotPassed] = {}
    for verdict in verdicts:
        failure = verdict.failure
        if failure is not None and failure.cause != "not a value":
            place = failure.details.split("\n")[-2:]  # the file with the line's number, and the line itself
            same[verdict.exercise.id] = first.setdefault((failure.cause, failure.words, *place), verdict)
    return {name: earlier for name, earlier in same.items() if name != earlier.exercise.id}


def why_first(order: Sequence[NotPassed]) -> str:
    """Which failed exercise to look at first, and why, in a sentence. order: the failed ones, simplest first."""
    first = order[0]
    words = f"Look at {first.exercise.id} first"
    if isinstance(first, NotRun):
        return f"{words}: it could not be run."
    if len(order) == 1:
        return f"{words}: it is the only one that fails."
    if _is_mended(first):
        return f"{words}: a change was found that makes it right, though not every exercise."
    if not size_of_evidence(first):
        return f"{words}: the search ended before it looked at any leaf."
    return f"{words}: of {counted(len(order), 'exercise')} that fail it is the easiest to follow."


def visible_sum(verdicts: Sequence[Verdict]) -> str:
    """The points in the exercises that students see, and that there are others, whatever became of these."""
    seen = [verdict for verdict in verdicts if verdict.exercise.is_visible]
    hidden = len(verdicts) - len(seen)
    points = f"{points_of(seen):g} of {counted(max_points_of(seen), 'point')}"
    if not hidden:
        return points
    of_seen = f"Visible exercises: {points}." if seen else "No exercise is visible."
    many = counted(hidden, "more exercise" if seen else "exercise")
    return f"{of_seen} {many} {'is hidden: it counts' if hidden == 1 else 'are hidden: they count'} for the score too."
