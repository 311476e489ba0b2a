"""A class as a page: how the points are distributed, which mistakes are made most, and who earned what where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any
from urllib.parse import quote

from autograder.pages.render import rendered
from autograder.text import counted, visible_name
from reference.misconceptions import BY_ID

TENTHS = 10
LONGEST_NAME = 80
LONGEST_EXAMPLE = 2000
MOST_MISTAKES = 12


@dataclass(frozen=True)
class Task:
    """An exercise of the class: its id, title and points."""

    id: str
    title: str
    worth: float


@dataclass(frozen=True)
class Student:
    """A student's row. points: of each exercise in order, None where it has none. score: None where nothing was judged.

    mistakes: ids of the known mistakes that were named. report: where the student's own page is, beside this one; ""
    where there is none. note: what else is to be known, such as that nothing was handed in.
    """

    name: str
    score: float | None
    points: tuple[float | None, ...] = ()
    mistakes: tuple[str, ...] = ()
    report: str = ""
    note: str = ""


@dataclass(frozen=True)
class Example:
    """Where one student makes a mistake. place: FILE:LINE. source: the lines there."""

    student: str
    place: str = ""
    source: str = ""
    report: str = ""


@dataclass(frozen=True)
class Mistake:
    """A mistake of the class, as it is shown. share: of the most frequent one's students."""

    number: int
    title: str
    explanation: str
    students: int
    share: float
    example: Example | None


@dataclass(frozen=True)
class Bar:
    """So many students with so much of the points. share: of the highest bar."""

    label: str
    students: int
    share: float


def class_page(
    title: str, tasks: Sequence[Task], students: Sequence[Student], examples: dict[str, Example] | None = None
) -> str:
    """The page of a class. examples: one for each mistake, by its id."""
    judged = [student for student in students if student.score is not None]
    scores = [student.score for student in judged if student.score is not None]
    maximum = sum(task.worth for task in tasks)
    mistakes = _mistakes(students, examples or {})
    said = f"mean {fmean(scores):.1f}, median {median(scores):g}" if scores else "nothing was judged"
    return rendered(
        "class.html.j2",
        ["matrix.js"],
        title=title,
        said=f"{counted(len(students), 'student')}, {counted(maximum, 'point')}: {said}.",
        bars=_distribution(scores, maximum),
        unjudged=len(students) - len(judged),
        mistakes=mistakes[:MOST_MISTAKES],
        others=[mistake.title for mistake in mistakes[MOST_MISTAKES:]],
        failed=_failed(tasks, students),
        data=_data(tasks, students),
    )


def _distribution(scores: Sequence[float], maximum: float) -> list[Bar]:
    """How many have which tenth of the points; all of them stand alone."""
    if not scores or not maximum:
        return []
    full = sum(score >= maximum for score in scores)
    counts = [0] * TENTHS
    for score in scores:
        if score < maximum:
            counts[max(0, min(TENTHS - 1, int(TENTHS * score / maximum)))] += 1
    labels = [f"{100 * tenth // TENTHS}–{100 * (tenth + 1) // TENTHS} %" for tenth in range(TENTHS)]
    most = max(*counts, full)
    rows = [*zip(labels, counts, strict=True), ("all points", full)]
    return [Bar(label, count, round(count / most, 4)) for label, count in rows]


def _mistakes(students: Sequence[Student], examples: dict[str, Example]) -> list[Mistake]:
    """The mistakes by the number of students who make them."""
    made: dict[str, int] = {}
    for student in students:
        for name in dict.fromkeys(student.mistakes):
            made[name] = made.get(name, 0) + 1
    order = sorted(made, key=lambda name: (-made[name], name))
    return [
        Mistake(
            number,
            BY_ID[name].title if name in BY_ID else visible_name(name),
            BY_ID[name].explanation if name in BY_ID else "",
            made[name],
            round(made[name] / made[order[0]], 4),
            _shown(examples.get(name)),
        )
        for number, name in enumerate(order, 1)
    ]


def _shown(example: Example | None) -> Example | None:
    if example is None:
        return None
    return Example(example.student, example.place, example.source[:LONGEST_EXAMPLE], _link(example.report))


def _link(report: str) -> str:
    """A file beside the page as it is linked to, whatever it is called."""
    return f"./{quote(report)}" if report else ""


def _failed(tasks: Sequence[Task], students: Sequence[Student]) -> list[Bar]:
    """The exercises by the number of students who do not have all of their points."""
    counts = [0] * len(tasks)
    for student in students:
        for place, points in enumerate(student.points):
            counts[place] += points is not None and points < tasks[place].worth
    rows = sorted(zip(counts, tasks, strict=True), key=lambda entry: (-entry[0], entry[1].id))[:MOST_MISTAKES]
    most = max(counts, default=0)
    return [Bar(f"{task.id}: {task.title}", count, round(count / most, 4)) for count, task in rows if count]


def _data(tasks: Sequence[Task], students: Sequence[Student]) -> dict[str, Any]:
    """What the page's script makes the matrix of."""
    ids = sorted({name for student in students for name in student.mistakes})
    places = {name: place for place, name in enumerate(ids)}
    return {
        "tasks": [[visible_name(task.id), visible_name(task.title, 200), task.worth] for task in tasks],
        "mistakes": [BY_ID[name].title if name in BY_ID else visible_name(name) for name in ids],
        "students": [
            [
                visible_name(student.name, LONGEST_NAME),
                student.score,
                list(student.points),
                [places[name] for name in student.mistakes],
                _link(student.report),
                visible_name(student.note, 300),
            ]
            for student in students
        ],
    }
