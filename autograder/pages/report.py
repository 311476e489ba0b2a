"""A grading run as a page: the same records as on the terminal, with the trees drawn and played."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

from autograder.exercises import CHECKS
from autograder.judging import Failed, NotPassed, Report, Verdict, about_attempt, max_points_of, points_of
from autograder.pages.picture import Known, Part, Picture, part_of, picture
from autograder.pages.playback import Playback, playback
from autograder.pages.render import rendered
from autograder.sandbox import Searched
from autograder.showing import (
    CANNOT_TELL,
    FeedbackPart,
    Page,
    Parts,
    ReportFeedback,
    Span,
    TreeAnnotations,
    drawing_of,
    failure_page,
    feedback_of,
    kind_of,
    line,
    printed,
    sentences,
    shown,
    visible_sum,
    why_first,
)
from autograder.teaching import recorded
from autograder.text import counted, source_lines, visible_name
from reference.misconceptions import BY_ID
from reference.problem import Observation, Problem

PARTS: tuple[FeedbackPart, ...] = ("verdict", "failure", "parting", "rows", "hint", "printed")
MOST_PLAYED = 12
"""Failed exercises whose trees are drawn; of the others there are the words."""
MOST_WINDOWS = 60
AROUND = 6
"""Lines of the source that are shown before and after one that is marked."""
PLACE = re.compile(r'File "([^"]*)", line (\d+)')


@dataclass(frozen=True)
class Mistake:
    """What is wrong in the algorithm, and in which exercises it shows. number: its place on the page."""

    number: int
    title: str
    explanations: tuple[str, ...]
    where: str


@dataclass(frozen=True)
class Row:
    """A line of a student's source. note: why it is marked, if it is."""

    number: str
    text: str
    note: str = ""


@dataclass(frozen=True)
class Source:
    """The lines of a student's file that are to be looked at, with those around them."""

    file: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Windows:
    """A node with what a right search is called with there, and returns."""

    name: str
    player: str
    window: str
    value: str


@dataclass(frozen=True)
class Drawn:
    """Both searches of a failed exercise: their drawings, what plays them, and a right one's windows in words."""

    right: Picture
    found: Picture
    player: Playback
    windows: tuple[Windows, ...]


@dataclass(frozen=True)
class Entry:
    """An exercise as it is shown. mistake: why it failed, where that is known. drawn: where there is a tree to see."""

    anchor: str
    id: str
    title: str
    points: str
    checks: str
    passed: bool
    parts: Parts
    mistake: Mistake | None = None
    drawn: Drawn | None = None

    @property
    def short(self) -> str:
        """The number that the exercise's id begins with, or the id."""
        return self.id.split("_")[0] if self.id[:1].isdigit() else self.id


def report_page(report: Report, said: ReportFeedback | None = None) -> str:
    """A report as a page. Of exercises that students do not see nothing is in it but that there are some.

    said: the feedback on it, where it has been made already.
    """
    said = said or feedback_of(report)
    order = said.order
    drawn = [verdict.exercise.id for verdict in order if verdict.exercise.id not in said.same_failure_as][:MOST_PLAYED]
    mistakes = _mistakes(order)
    entries = [
        _entry(verdict, said.parts[verdict.exercise.id], mistakes, draws=verdict.exercise.id in drawn)
        for verdict in report.visible
    ]
    by_id = {entry.id: entry for entry in entries}
    failed = [by_id[verdict.exercise.id] for verdict in order]
    has_failed_whole = report.failure is not None
    return rendered(
        "report.html.j2",
        ["player.js"],
        title=report.exercises.assignment.title,
        submission=_name(report.submission),
        points=f"{points_of(report.visible):g}",
        max_points=counted(max_points_of(report.visible), "point"),
        about=_about(report),
        failure=failure_page(report.failure) if report.failure is not None else [],
        chips=[] if has_failed_whole else entries,
        mistakes=mistakes.values(),
        places=[line(words) for words in _places(order)],
        sources=_sources(report, order),
        first=why_first(order) if len(order) > 1 and not has_failed_whole else "",
        any_trees=any(entry.drawn for entry in entries),
        failed=[] if has_failed_whole else failed,
        passed=[entry for entry in entries if entry.passed],
        printed=printed(report.printed) if report.feedback == "full" else [],
    )


def _name(submission: Path) -> str:
    """What a submission is called: of a path its last part, as where it lies is nobody's business."""
    return visible_name(submission.name or str(submission))


def _about(report: Report) -> Page:
    """What stands under the points: hidden exercises, the attempt, which files were chosen."""
    page: Page = []
    if len(report.visible) < len(report.verdicts):
        page.append(line(visible_sum(report.verdicts)))
    said = about_attempt(report.exercises.assignment.feedback, report.attempt)
    if said:
        page.append(line(said))
    return page + [line(Span(note, "strong")) for note in report.notes]


def _entry(verdict: Verdict, said: Parts, mistakes: Mapping[tuple[str, ...], Mistake], *, draws: bool) -> Entry:
    exercise = verdict.exercise
    parts: dict[FeedbackPart, Page] = {part: said.get(part, []) for part in PARTS}
    drawn = _drawn(verdict) if draws and isinstance(verdict, Failed) and "drawing" in said else None
    checks = ", ".join(f"{check} {'✓' if verdict.checks[check] else '✗'}" for check in CHECKS)
    points = f"{verdict.points:g} of {counted(exercise.max_points, 'point')}"
    anchor = f"exercise-{re.sub(r'[^A-Za-z0-9_-]', '-', exercise.id)}"
    mistake = mistakes.get(verdict.misconceptions) if not verdict.passed else None
    return Entry(
        anchor,
        exercise.id,
        exercise.title,
        points,
        checks,
        verdict.passed,
        parts,
        mistake,
        drawn,
    )


def _drawn(verdict: Failed) -> Drawn | None:
    marks = drawing_of(verdict)
    if marks is None:
        return None
    problem, expected = marks.problem, marks.expected
    part = part_of(marks)
    calls = expected.calls if problem.isolate else recorded(problem).calls
    known = Known(problem, calls)
    alone = TreeAnnotations(problem, expected, verdict.exercise.unneeded)
    right = picture(alone, part, known, words=f"A right search of {_of_tree(problem, expected)}", alone=True)
    found = picture(marks, part, None, words=f"Your search of it: {counted(len(marks.found), 'visit')}")
    ended = f"returns {_answer(verdict.evidence.found)}" if marks.returned else "breaks off here"
    player = playback(marks, ended, part.keys)
    return Drawn(right, found, player, tuple(_windows(problem, known, part)))


def _of_tree(problem: Problem, expected: Observation) -> str:
    tree = problem.tree
    leaves = counted(sum(1 for _ in tree.leaves(depth=problem.horizon)), "leaf", "leaves")
    terms = (
        "" if problem.window == (-inf, inf) else f", window ({shown(problem.window[0])}, {shown(problem.window[1])})"
    )
    visits = counted(len(expected.visited), "visit")
    return f"a tree with {leaves}{terms}: {visits}, returns {visible_name(shown(expected.value), 40)}"


def _answer(found: Searched) -> str:
    outcome = found.outcome
    return visible_name(shown(outcome.returned), 40) if isinstance(outcome, Observation) else "what is no value"


def _windows(problem: Problem, known: Known, part: Part) -> Iterator[Windows]:
    tree = problem.tree
    for node in sorted(key for key in part.keys if key >= 0)[:MOST_WINDOWS]:
        if not tree.is_leaf(node) and (known.window(node) or known.value(node)):
            yield Windows(tree.name(node), tree.player(node), known.window(node), known.value(node))


def _mistakes(failed: Sequence[NotPassed]) -> Mapping[tuple[str, ...], Mistake]:
    """The mistakes that were named, each once."""
    shows: dict[tuple[str, ...], list[NotPassed]] = {}
    for verdict in failed:
        if verdict.misconceptions and verdict.feedback != "verdict":
            shows.setdefault(verdict.misconceptions, []).append(verdict)
    return {ids: _mistake(number, ids, explained) for number, (ids, explained) in enumerate(shows.items(), 1)}


def _mistake(number: int, ids: Collection[str], explained: Sequence[NotPassed]) -> Mistake:
    """Mistakes that were made together, or that look the same from outside."""
    entries = [BY_ID[name] for name in ids]
    exercises = [verdict.exercise.id for verdict in explained]
    titles = [entry.title for entry in entries]
    either = len(entries) > 1 and not _is_repaired(explained[0])
    title = "Either: " + "; or: ".join(titles) if either else "; ".join(titles)
    some = ", ".join(exercises[:3]) + (f" and {len(exercises) - 3} more" if len(exercises) > 3 else "")
    explanations = [entry.explanation for entry in entries] + ([CANNOT_TELL] if either else [])
    return Mistake(number, title, tuple(explanations), f"It explains {some}.")


def _is_repaired(verdict: NotPassed) -> bool:
    """Whether a change of the program's own lines says which mistakes were made."""
    return isinstance(verdict, Failed) and bool(verdict.explanation.misconceptions)


def _places(failed: Sequence[NotPassed]) -> list[str]:
    """What is said of the student's own lines, each sentence once."""
    shown_in_full = [entry for entry in failed if isinstance(entry, Failed) and entry.feedback == "full"]
    return list(dict.fromkeys(words for verdict in shown_in_full for words in sentences(verdict.explanation)))


def _sources(report: Report, failed: Sequence[NotPassed]) -> list[Source]:
    """The student's own files, with the lines marked that a failure or a mistake is about."""
    marked: dict[str, dict[int, str]] = {}
    for file, number, note in _marked(report, failed):
        marked.setdefault(file, {}).setdefault(number, note)
    return [_source(file, report.sources[file], notes) for file, notes in marked.items() if file in report.sources]


def _marked(report: Report, failed: Sequence[NotPassed]) -> Iterator[tuple[str, int, str]]:
    """Files, lines in them and what to say there: where an exception was raised, and what a repair would change."""
    failures = [verdict.failure for verdict in failed if verdict.feedback != "verdict"]
    for failure in [report.failure, *failures]:
        places = PLACE.findall(failure.details) if failure is not None else ()
        if failure is not None and places:
            file, number = places[-1]
            yield file, int(number), failure.words.split("\n")[0]
    for verdict in failed:
        if isinstance(verdict, Failed) and verdict.feedback == "full":
            for edit in (edit for repair in verdict.explanation.repairs[:1] for edit in repair.edits):
                yield edit.file, edit.line, f"look here: {kind_of(edit)}"


def _source(file: str, data: bytes, notes: Mapping[int, str]) -> Source:
    rows, before = [], 0
    for number, text_line in enumerate(source_lines(data), 1):
        if all(abs(number - marked) > AROUND for marked in notes):
            continue
        if number > before + 1:
            rows.append(Row("⋮", ""))
        rows.append(Row(str(number), text_line, notes.get(number, "")))
        before = number
    return Source(visible_name(file), tuple(rows))
