"""Shows a grading run as a page, with the trees drawn and the searches played.

It shows the same records as the terminal.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from autograder.core.grading.report import (
    Report,
    about_attempt,
)
from autograder.core.judging.judge import Failed, NotPassed, Verdict
from autograder.core.limits import MOST_EXPLAINED, MOST_PLAYED, SOURCE_LINES_AROUND
from autograder.core.sandbox.outcome import Failure
from autograder.core.sentences import sentence
from autograder.core.text import joined, source_lines, visible_name
from autograder.explain.findings import NOTHING_FOUND, Findings
from autograder.tell import failed, feedback
from autograder.tell.pages.picture import (
    best_line,
    labels_of,
    listed,
    part_of,
    picture,
    short,
)
from autograder.tell.pages.playback import playback, student_labels
from autograder.tell.pages.render import rendered
from autograder.tell.places import describe_effects, notes_by_position, unnamed
from autograder.tell.styled_text import Line, Span, Text, line
from autograder.tell.trace import PROGRAM, SLIDES, Wording, recorded
from autograder.tell.tree_drawing import TreeAnnotations
from reference.problem import Observation, Problem

if TYPE_CHECKING:
    from autograder.explain.graded import ExplainedReport

SourceRow = tuple[str, str, str]
"""A line of a program: its number, its text and, if it is marked, why."""


def report_page(
    explained: "ExplainedReport", made_feedback: feedback.ReportFeedback | None = None
) -> str:
    """Return a report as a page.

    Nothing of hidden exercises is in it but that there are some.

    made_feedback: the feedback on the report, if it was made already.
    """
    shown = made_feedback or feedback.feedback_of(explained)
    report = shown.report
    in_full = [
        verdict.exercise.id
        for verdict in shown.order
        if verdict.exercise.id not in shown.same_failure_as
    ]
    mistakes = _mistakes(shown)
    # How a course's own states are asked is not known here.
    has_adapter = report.exercises.assignment.adapter is not None
    wording = SLIDES if has_adapter else PROGRAM
    drawn = {
        name: _drawn(verdict, wording)
        for name, verdict in _to_draw(report.visible, shown, in_full[:MOST_PLAYED])
    }
    exercises = _exercises(report.visible, shown, mistakes, drawn)
    reason_to_begin = ""
    if len(shown.order) > 1:
        reason_to_begin = feedback.why_first(shown)
    if report.failure is not None:  # the page is about that alone
        exercises = {}
        in_full = []
        reason_to_begin = ""
    return rendered(
        "report.html.j2",
        ["player.js"],
        title=report.exercises.assignment.title,
        # Of a path only its end, as where a submission lies is nobody's business.
        submission=visible_name(report.submission.name or str(report.submission)),
        points=feedback.sum_of_points(report.visible),
        about=_about(report),
        failure=_failure(shown),
        chips=list(exercises.values()),
        mistakes=mistakes.values(),
        effects=_effects(shown),
        sources=_sources(shown),
        first=reason_to_begin,
        failed=[exercises[name] for name in in_full],
        links={name: exercise.anchor for name, exercise in exercises.items()},
        printed=feedback.printed(report.printed),
    )


BEFORE_THE_REST = (
    *("verdict", "failure", "diagnosis", "places"),
    *("drawing", "parting", "printed"),
)
"""Sections that the template places by hand. Any other follows the searches, so that a
new one reaches the page by itself."""


class ShownExercise(NamedTuple):
    """An exercise, as the page's template reads it.

    anchor: the target of links. more: the names and lines of the sections behind the
    searches. drawn: both searches, of a failed one. mistake: a value of `_mistakes`.
    same: the exercises that ended in the same failure.
    """

    anchor: str
    verdict: Verdict
    sections: feedback.Sections
    more: Sequence[tuple[str, Sequence[Line]]]
    drawn: Mapping[str, Any] | None
    mistake: Mapping[str, Any] | None
    same: list["ShownExercise"]


def _to_draw(
    verdicts: Sequence[Verdict], shown: feedback.ReportFeedback, names: Sequence[str]
) -> Iterator[tuple[str, Failed]]:
    """Yield the exercises whose searches are drawn.

    names: the ids of the exercises to draw.
    """
    for verdict in verdicts:
        name = verdict.exercise.id
        is_wanted = name in names and bool(shown.sections[name].drawing)
        if not isinstance(verdict, Failed) or not is_wanted:
            continue
        # The drawing shows visits.
        if verdict.evidence.asks_visits:
            yield name, verdict


def _exercises(
    verdicts: Sequence[Verdict],
    shown: feedback.ReportFeedback,
    mistakes: Mapping[tuple[str, ...], Mapping[str, Any]],
    drawn: Mapping[str, Mapping[str, Any] | None],
) -> dict[str, ShownExercise]:
    """Return the exercises as the page's template reads them, by their ids.

    mistakes: a value of `_mistakes`. drawn: both searches of some failed ones, by the
    ids.
    """
    exercises: dict[str, ShownExercise] = {}
    for verdict in verdicts:
        name = verdict.exercise.id
        sections = shown.sections[name]
        mistake = None
        if not verdict.passed:
            mistake = mistakes.get(verdict.misconceptions)
        exercises[name] = ShownExercise(
            anchor=f"exercise-{re.sub(r'[^A-Za-z0-9_-]', '-', name)}",
            verdict=verdict,
            sections=sections,
            more=[
                (section, lines)
                for section, lines in sections._asdict().items()
                if section not in BEFORE_THE_REST
            ],
            drawn=drawn.get(name),
            mistake=mistake,
            same=[],
        )
    for name, first in shown.same_failure_as.items():
        exercises[first.exercise.id].same.append(exercises[name])
    return exercises


def _about(report: Report) -> Text:
    """Return the lines under the sum: of hidden exercises, of attempts, and notes."""
    text: Text = []
    if len(report.visible) < len(report.verdicts):
        text.append(line(feedback.visible_sum(report.verdicts)))
    attempt = about_attempt(report.exercises.assignment.feedback, report.attempt)
    if attempt:
        text.append(line(attempt))
    return text + [line(Span(note, "strong")) for note in report.notes]


def _failure(shown: feedback.ReportFeedback) -> Text:
    """Return why the program, or the search of the first exercise, did not finish.

    The exercise is named, as others may fail otherwise; where it is shown the traceback
    follows.
    """
    if shown.report.failure is not None:
        return feedback.failure_text(shown.report.failure)
    if not shown.order:
        return []
    first = shown.order[0]
    if first.failure is None or first.feedback == "verdict":
        return []
    text = feedback.failure_text(first.failure._replace(details=""))
    exercise = first.exercise
    names = {"exercise": exercise.id, "title": exercise.title}
    return [*text, line(sentence("next_step", "seen in", **names))]


def _effects(shown: feedback.ReportFeedback) -> list[Line]:
    """Return the effects of the repairs, each sentence once; their lines are marked."""
    rows: dict[Line, None] = {}
    main_file = shown.report.exercises.assignment.file
    is_any_right = any(verdict.passed for verdict in shown.report.visible)
    for verdict in shown.order:
        if shown.sections[verdict.exercise.id].places:
            findings = shown.findings[verdict.exercise.id]
            effects = describe_effects(findings, main_file, is_any_right=is_any_right)
            rows |= dict.fromkeys(effects)
    return list(rows)


def _drawn(verdict: Failed, wording: Wording) -> dict[str, Any] | None:
    """Return both searches of a failed exercise, drawn and to be played.

    wording: of the steps of a right search.
    """
    annotated = failed.drawing_of(verdict)
    if annotated is None:
        return None
    problem, expected = annotated.problem, annotated.expected
    drawn = part_of(annotated)
    with_calls = expected if problem.isolate else recorded(problem)
    labels = labels_of(problem, with_calls)
    best = [] if problem.isolate else best_line(problem, with_calls.calls)
    right_alone = TreeAnnotations(problem, expected, verdict.exercise.unneeded)
    labels_of_student = student_labels(verdict.evidence)
    return {
        "right": picture(right_alone, drawn, labels, best, beside=labels_of_student),
        "found": picture(annotated, drawn, labels_of_student, beside=labels),
        "about_right": _about_right(problem, expected, best),
        "about_found": sentence(
            "page_report", "drawing of your search", count=len(annotated.visits)
        ),
        "player": playback(verdict.evidence, annotated, drawn.keys, wording),
        "nodes": list(listed(annotated, drawn, labels, labels_of_student)),
    }


def _about_right(problem: Problem, expected: Observation, best: Sequence[int]) -> str:
    """Describe the drawing of a right search, for people who cannot see it.

    best: the nodes of the best line of play.
    """
    leaves = len([*problem.tree.leaves(depth=problem.horizon)])
    sentences = [sentence("page_report", "drawing of a right search", count=leaves)]
    if problem.window != (-inf, inf):
        ends = f"({', '.join(map(short, problem.window))})"
        sentences.append(sentence("page_report", "window", window=ends))
    value = short(expected.value)
    visits = len(expected.visited)
    sentences.append(sentence("page_report", "right visits", count=visits, value=value))
    if best:
        nodes = ", ".join(visible_name(problem.tree.name(node)) for node in best)
        sentences.append(sentence("page_report", "best line", nodes=nodes))
    return " ".join(sentences)


def _mistakes(
    shown: feedback.ReportFeedback,
) -> Mapping[tuple[str, ...], dict[str, Any]]:
    """Return each diagnosis as the template reads it, by the mistakes' ids."""
    diagnosed: dict[tuple[str, ...], list[NotPassed]] = {}
    for verdict in shown.order:
        if verdict.misconceptions:
            diagnosed.setdefault(verdict.misconceptions, []).append(verdict)
    mistakes: dict[tuple[str, ...], dict[str, Any]] = {}
    for number, (ids, verdicts) in enumerate(diagnosed.items(), 1):
        findings = shown.findings.get(verdicts[0].exercise.id, NOTHING_FOUND)
        known = failed.known_mistakes(verdicts[0], findings, verdicts[1:])
        titles = [mistake.title for mistake in known.entries]
        explanations = [mistake.explanation for mistake in known.entries]
        title = "; ".join(titles)
        if known.are_alternatives:
            either, other = sentence("failed", "either"), sentence("failed", "or")
            first, *others = titles
            title = "; ".join([f"{either} {first}", *(f"{other} {t}" for t in others)])
            explanations.append(sentence("failed", "cannot tell"))
        names = [verdict.exercise.id for verdict in verdicts]
        exercises = joined(names, most=MOST_EXPLAINED)
        mistakes[ids] = {
            "number": number,
            "title": title,
            "explanations": explanations,
            "explains": sentence("page_report", "explains", exercises=exercises),
        }
    return mistakes


# --- The lines of the program to look at ---


def _sources(shown: feedback.ReportFeedback) -> list[tuple[str, list[SourceRow]]]:
    """Return the marked lines of each file, with those around them."""
    notes = defaultdict[str, dict[int, str]](dict)
    for file, number, note in _notes(shown):
        notes[file].setdefault(number, note)
    sources: list[tuple[str, list[SourceRow]]] = []
    for file, notes_of_file in notes.items():
        if file in shown.report.sources:
            rows = list(_rows(shown.report.sources[file], notes_of_file))
            sources.append((visible_name(file), rows))
    return sources


def _notes(shown: feedback.ReportFeedback) -> Iterator[tuple[str, int, str]]:
    """Yield the lines to mark, each with why: its first reason is the one shown."""
    yield from _note_about(shown.report.failure)
    for verdict in shown.order:
        yield from _note_about(verdict.failure)
    for verdict in shown.order:
        if verdict.exercise.id in shown.findings:
            yield from _notes_on_edits(shown.findings[verdict.exercise.id])


def _notes_on_edits(findings: Findings) -> Iterator[tuple[str, int, str]]:
    """Yield the lines that the best repair changes, and those of other slips."""
    edits = list(findings.slips)
    if findings.repairs:
        edits = [*findings.repairs[0].edits, *edits]
    for (file, number), note in notes_by_position(edits, unnamed(findings)).items():
        yield file, number, sentence("repair", "look here", note=note)


def _note_about(failure: Failure | None) -> Iterator[tuple[str, int, str]]:
    """Yield the line at which a step broke off, if a traceback tells it."""
    if failure is None:
        return
    file, number = failure.line_that_raised
    if number:
        yield file, int(number), failure.headline


def _rows(source: bytes, notes: Mapping[int, str]) -> Iterator[SourceRow]:
    """Yield the marked lines of a file, with those around them."""
    last_shown = 0
    for number, text in enumerate(source_lines(source), 1):
        distance = min((abs(number - marked) for marked in notes), default=None)
        if distance is None or distance > SOURCE_LINES_AROUND:
            continue
        if number > last_shown + 1:
            yield "⋮", "", ""
        yield str(number), text, notes.get(number, "")
        last_shown = number
