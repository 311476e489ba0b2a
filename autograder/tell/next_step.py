"""Gives a student advice on the next step, in one text.

Terminals, Gradescope and other platforms show this text. The advice is decided once:

1. An exception whose sentence says it; `levels` has cut all that would contradict it.
2. The known mistakes, with the lines where they were made.
3. The lines alone.
4. The sentence about the parting of the two searches.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from autograder.core.judging.judge import Failed, NotPassed, NotRun, Verdict
from autograder.core.limits import MOST_LINES_OF_TREE
from autograder.core.sentences import sentence
from autograder.core.text import QUOTE, listed
from autograder.tell.feedback import (
    ReportFeedback,
    Sections,
    failure_text,
    mistakes_of,
    sum_of_points,
    visible_sum,
    whole,
)
from autograder.tell.levels import is_advice
from autograder.tell.styled_text import Line, Span, Text, folded, line

MOST_PRINTED_LINES = 6
"""Lines of a program's output in this text; more are in the feedback in full."""
END_OF_TRACEBACK = 4
"""Lines that show the last two calls of a traceback."""
PLACED = ("verdict", "failure", "diagnosis", "places", "drawing", "parting", "signs")
"""Sections that have a place of their own in this text."""
ONLY_IN_FULL = ("rows", "hint")
"""Sections that are shown only if all is."""


class Screen(NamedTuple):
    """The size that the text has to fit; without one it may be long.

    rows: those that are free for the text.
    """

    rows: int
    columns: int


def next_step_text(
    shown: ReportFeedback,
    *,
    of_all: bool = False,
    changes: Text | None = None,
    link: str = "",
    in_full: bool = False,
    screen: Screen | None = None,
) -> Text:
    """Return the text: the points, the mistake, its lines, why, and an example.

    of_all: whether the text includes hidden exercises. changes: those since the run
    before. link: to the other exercises. in_full: with all that is known of the
    example.
    """
    head = _head(shown, of_all=of_all) + list(changes or [])
    report = shown.report
    head += [line(Span(note, "cutoff")) for note in report.notes]
    if report.failure is not None:
        return [*head, line(), *failure_text(report.failure)]
    if not shown.order:
        return head
    first = shown.order[0]
    end = _others(first, shown)
    if link:
        end.append(line(link))
    # A blank line before the other exercises, if there is room for it.
    endings = [[line(), *end], end] if end else [[]]
    bodies = _bodies(first, shown, in_full=in_full)
    texts = [[*head, line(), *body, *ending] for body in bodies for ending in endings]
    if screen is None or in_full:
        return texts[0]
    fitting = (text for text in texts if _fits(text, screen))
    return next(fitting, texts[-1])


def _bodies(first: NotPassed, shown: ReportFeedback, *, in_full: bool) -> list[Text]:
    """Return the advice with the example, in all lengths: the longest first."""
    *drawn, shortest = _examples(first, shown, in_full=in_full)
    advice = [_advice(first, shown), _advice(first, shown, is_short=True)]
    bodies = [_joined(text, example) for text in advice for example in drawn]
    return bodies + [_joined(text, shortest) for text in advice]


def _joined(advice: Text, example: Text) -> Text:
    """Return advice and example as one text, which does not begin with a blank line."""
    is_blank = bool(example) and example[0] == line()
    return [*advice, *example] if advice or not is_blank else example[1:]


def _fits(text: Text, screen: Screen) -> bool:
    return len(folded(text, screen.columns)) <= screen.rows


def drawn_example(shown: ReportFeedback) -> Failed | None:
    """Return the example whose tree stands in this text; None if none does."""
    if not shown.order or shown.report.failure is not None:
        return None
    first = shown.order[0]
    return first if isinstance(first, Failed) and _has_tree(first, shown) else None


def _has_tree(verdict: NotPassed, shown: ReportFeedback) -> bool:
    """Return whether the tree of an exercise helps: no exception says what to do."""
    drawing = shown.sections[verdict.exercise.id].drawing
    return bool(drawing) and not is_advice(verdict)


def text_below(shown: ReportFeedback, verdict: Verdict) -> Text:
    """Return the feedback on an exercise below the text on the next step.

    For the example it is the rest, which that text leaves out.
    """
    sections = shown.sections[verdict.exercise.id]
    is_example = bool(shown.order) and shown.order[0] is verdict
    if not is_example or verdict.feedback == "verdict" or isinstance(verdict, NotRun):
        return whole(sections)
    left_out = [line(sentence("next_step", "example is above")), *sections.verdict]
    for name in ONLY_IN_FULL:
        left_out += sections._asdict()[name]
    return left_out


# --- How many exercises fail, and by how many mistakes ---


def _head(shown: ReportFeedback, *, of_all: bool) -> Text:
    """Return the points, and how many exercises fail: on one line if both are short."""
    report = shown.report
    verdicts = report.verdicts if of_all else report.visible
    points = visible_sum(report.verdicts)
    if of_all:
        points = sum_of_points(report.verdicts)
    if report.failure is not None or not verdicts:
        return [line(Span(points, "strong"))]
    count = _count_of_failed(shown, len(verdicts))
    if len(verdicts) < len(report.verdicts):
        return [line(Span(points, "strong")), line(Span(count, "strong"))]
    return [line(Span(f"{points} · {count}", "strong"))]


def _count_of_failed(shown: ReportFeedback, of: int) -> str:
    """Say how many exercises fail, and by how many mistakes if that is known."""
    failed = len(shown.order)
    if not failed:
        if of == 1:
            return sentence("next_step", "the only one is right")
        if of == 2:
            return sentence("next_step", "both are right")
        return sentence("next_step", "all are right", count=of)
    if failed < of:
        count = sentence("next_step", "some fail", failed=failed, count=of)
    elif failed == 1:
        count = sentence("next_step", "the only one fails")
    elif failed == 2:
        count = sentence("next_step", "both fail")
    else:
        count = sentence("next_step", "all fail", count=of)
    mistakes = _count_of_mistakes(shown)
    if not mistakes:
        return count
    return f"{count} · {sentence('next_step', 'explained', count=mistakes)}"


def _count_of_mistakes(shown: ReportFeedback) -> int:
    """Return by how many known mistakes all failures are explained; 0 if unknown."""
    first = shown.order[0]
    findings = shown.findings.get(first.exercise.id)
    if findings is None or not findings.repairs:
        return 0
    if not all(component.mistake for component in findings.repairs[0].components):
        return 0
    if findings.names:
        return len(findings.names)
    diagnoses = set(map(mistakes_of, shown.order))
    if len(diagnoses) > 1 or not first.misconceptions:
        return 0
    from autograder.tell import failed  # a right run needs none of it

    known = failed.known_mistakes(first, findings)
    return 1 if known.are_alternatives else len(known.entries)


# --- The advice ---


def _advice(first: NotPassed, shown: ReportFeedback, *, is_short: bool = False) -> Text:
    """Return why the search failed: the exception, the mistakes, or their lines.

    Return [] if nothing is known but which checks hold: that is said of the example.
    is_short: only the end of a traceback, and why one thing is a mistake.
    """
    sections = shown.sections[first.exercise.id]
    if isinstance(first, NotRun):
        return [*sections.verdict, *sections.failure]
    if first.feedback == "verdict":
        return []
    text = _failure(first, sections, is_short=is_short)
    findings = shown.findings.get(first.exercise.id)
    lines = list(sections.places)
    if not sections.diagnosis:
        return [*text, *lines]
    from autograder.explain.findings import NOTHING_FOUND
    from autograder.tell import failed  # a right run needs none of it

    findings = findings or NOTHING_FOUND
    # The text stands above the name of the example.
    alike = [
        other for other in shown.order[1:] if mistakes_of(other) == mistakes_of(first)
    ]
    known = failed.known_mistakes(first, findings, alike)
    if known.are_alternatives:
        return [*text, *failed.diagnosis(first, findings, alike), *lines]
    titles = [line(Span(f"{mistake.title}.", "bad")) for mistake in known.entries]
    reasons = [
        mistake.reason if lines else mistake.explanation for mistake in known.entries
    ]
    if is_short:
        reasons = reasons[:1]
    return [*text, *titles, *lines, *(line(f"  {reason}") for reason in reasons)]


def _failure(first: NotPassed, sections: Sections, *, is_short: bool) -> Text:
    """Return why a search broke. is_short: without the beginning of the traceback."""
    text = list(sections.failure)
    if first.failure is None or not is_short:
        return text
    end_of_message = len(first.failure.message.split("\n"))
    details = text[end_of_message:]
    if len(details) <= END_OF_TRACEBACK:
        return text
    return [*text[:end_of_message], line(f"{QUOTE}…"), *details[-END_OF_TRACEBACK:]]


# --- The example ---


def _examples(
    first: NotPassed, shown: ReportFeedback, *, in_full: bool
) -> Sequence[Text]:
    """Return ever shorter texts about the exercise that shows the mistake."""
    sections = shown.sections[first.exercise.id]
    further = _further(sections, in_full=in_full)
    rest = [*sections.parting, *sections.signs, *further]
    exercise = first.exercise
    names = {"exercise": exercise.id, "title": exercise.title}
    headline = sentence("next_step", "simplest example", **names)
    if len(shown.order) == 1:
        headline = sentence("next_step", "shown by", **names)
    title = [line(), line(Span(headline, "strong"))]
    if in_full:
        return [[*title, *sections.verdict, *sections.drawing, *rest]]
    checks: Sequence[Line] = ()
    if isinstance(first, Failed) and not sections.failure and not sections.diagnosis:
        checks = sections.verdict
    if not isinstance(first, Failed) or not _has_tree(first, shown):
        where = line(sentence("next_step", "seen in", **names))
        of_numbers = sections.signs if sections.parting else ()
        return [[where, *checks, *sections.parting, *of_numbers, *further]]
    title += checks
    # A right run needs none of it.
    from autograder.explain.repair.kinds import STATE_KEPT
    from autograder.tell import failed
    from autograder.tell.tree_drawing import draw

    drawn = failed.drawing_of(first)
    if drawn is None:
        return [[*title, *rest]]
    drawings = [list(sections.drawing)]
    if len(sections.drawing) <= MOST_LINES_OF_TREE:
        drawings.append(draw(drawn, most_lines=0))
    if STATE_KEPT in first.misconceptions:  # alone it is right
        drawings.append([])
    else:
        how_to_draw = sentence("next_step", "how to draw", exercise=exercise.id)
        drawings.append([line(Span(f"  {how_to_draw}", "faint"))])
    return [[*title, *drawing, *rest] for drawing in drawings]


def _further(sections: Sections, *, in_full: bool) -> Text:
    """Return the sections behind the search, also one that is new."""
    text: Text = []
    for name, rows in sections._asdict().items():
        if name in PLACED or (name in ONLY_IN_FULL and not in_full):
            continue
        text += rows if in_full else _cut(rows)
    return text


def _cut(text: Sequence[Line]) -> Text:
    """Return the first lines of a program's output."""
    if len(text) <= MOST_PRINTED_LINES + 1:
        return list(text)
    count = len(text) - MOST_PRINTED_LINES
    left_out = sentence("next_step", "lines left out", count=count)
    return [*text[:MOST_PRINTED_LINES], line(Span(f"  {left_out}", "faint"))]


# --- The other exercises ---


def _others(first: NotPassed, shown: ReportFeedback) -> Text:
    """Return the ids of the other failed exercises: the same failure first."""
    same: list[NotPassed] = []
    others: list[NotPassed] = []
    not_run: list[NotPassed] = []
    for other in shown.order[1:]:
        if _is_same(first, other, shown):
            same.append(other)
        elif isinstance(other, NotRun):
            not_run.append(other)
        else:
            others.append(other)
    findings = shown.findings.get(first.exercise.id)
    # A repair is told only if it makes every visible exercise right.
    is_repaired = bool(findings and findings.repairs)
    is_told = is_repaired and bool(shown.sections[first.exercise.id].places)
    groups = (
        ("same in others", same),
        ("others fail, repaired" if is_told else "others fail", others),
        ("others were not run", not_run),
    )
    all_ids = [verdict.exercise.id for verdict in shown.report.visible]
    text: Text = []
    for situation, verdicts in groups:
        if verdicts:
            ids = short_ids(verdicts, all_ids)
            message = sentence("next_step", situation, count=len(verdicts), ids=ids)
            text.append(line(message))
    return text


def _is_same(first: NotPassed, other: NotPassed, shown: ReportFeedback) -> bool:
    """Return whether an exercise fails as the first one does."""
    if shown.same_failure_as.get(other.exercise.id) is first:
        return True
    if _end_of(first) != _end_of(other):
        return False
    if is_advice(first) and is_advice(other):
        return _kind_and_advice(first) == _kind_and_advice(other)
    if mistakes_of(first) != mistakes_of(other):
        return False
    findings = shown.findings.get(first.exercise.id)
    has_lines = findings is not None and bool(findings.repairs)
    if has_lines and shown.findings.get(other.exercise.id) == findings:
        return True
    if first.failure is not None and other.failure is not None:
        is_exception = first.failure.cause == "raised"
        is_alike = type(first) is type(other) and not is_exception
        return is_alike and first.failure.cause == other.failure.cause
    return bool(first.misconceptions)


def _end_of(verdict: NotPassed) -> tuple[str, str]:
    """Return what ended a search, and the type of its exception; both "" if nothing."""
    failure = verdict.failure
    return (failure.cause, failure.raised) if failure is not None else ("", "")


def _kind_and_advice(verdict: NotPassed) -> tuple[str, str]:
    """Return the type of an exception, and the sentences of advice about it."""
    if verdict.failure is None:
        return "", ""
    _, _, advice = verdict.failure.message.partition("\n")
    return verdict.failure.raised, advice


NUMBER = re.compile(r"(\d+)_")


def short_ids(verdicts: Sequence[Verdict], all_ids: Sequence[str]) -> str:
    """Return the numbers at the start of ids, as in "10-14 23", if these are unique.

    all_ids: those of all exercises that are shown.
    """
    numbers = _numbers(all_ids)
    ids = [verdict.exercise.id for verdict in verdicts]
    is_numbered = len(set(numbers.values())) == len(all_ids) and len(ids) > 1
    if not is_numbered or not set(ids) <= numbers.keys():
        return listed(ids)
    return " ".join(_runs([numbers[name] for name in ids]))


def _numbers(ids: Sequence[str]) -> dict[str, str]:
    """Return the numbers at the start of some ids, by the ids."""
    starts = {name: NUMBER.match(name) for name in ids}
    return {name: start[1] for name, start in starts.items() if start is not None}


def _runs(numbers: Sequence[str]) -> list[str]:
    """Return numbers in order, those that follow each other as one: "10-14"."""
    runs: list[list[str]] = []
    for number in sorted(numbers, key=int):
        if runs and int(number) == int(runs[-1][-1]) + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
