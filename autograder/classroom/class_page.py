"""What a class came to, as a page: class.html."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from autograder.classroom.records import Record
from autograder.classroom.summary import TENTHS, Statistics, statistics_of
from autograder.exercises import Exercise
from autograder.pages.render import rendered
from autograder.text import counted, visible_name
from reference.misconceptions import BY_ID

LONGEST_NAME = 80
LONGEST_EXAMPLE = 2000
MOST_SHOWN = 12
"""Mistakes with an explanation, and exercises; the titles of the other mistakes are listed."""


@dataclass(frozen=True)
class Bar:
    """So many students, and the length of their bar. share: of the highest bar."""

    label: str
    students: int
    share: float


@dataclass(frozen=True)
class Example:
    """Where one student makes a mistake. place: FILE:LINE. source: the lines there. report: the student's page."""

    student: str
    place: str
    source: str
    report: str


@dataclass(frozen=True)
class Mistake:
    """A mistake of the class, as it is shown. share: of the most frequent one's students."""

    title: str
    explanation: str
    students: int
    share: float
    example: Example


def class_page(
    title: str,
    exercises: Sequence[Exercise],
    records: Sequence[Record],
    has_page: Callable[[str], bool] = lambda name: False,
) -> str:
    """The page of a class. has_page: whether a submission, by its name, has a page of its own beside this one."""
    found = statistics_of(records)
    worth = sum(exercise.max_points for exercise in exercises)
    titles = {exercise.id: f"{exercise.id}: {exercise.title}" for exercise in exercises}
    failed = {titles[name]: many for name, many in [*found.failed.items()][:MOST_SHOWN]}
    links = [_link(record, has_page) for record in records]
    mistakes = _mistakes(records, links, found)
    averages = found.averages if found.scores else "nothing was judged"
    return rendered(
        "class.html.j2",
        ["matrix.js"],
        title=title,
        said=f"{counted(len(records), 'student')}, {counted(worth, 'point')}: {averages}.",
        bars=_bars(_distribution(found)) if found.scores else [],
        unjudged=sum(record.outcome is None for record in records),
        mistakes=mistakes[:MOST_SHOWN],
        others=[mistake.title for mistake in mistakes[MOST_SHOWN:]],
        failed=_bars(failed),
        data=_data(exercises, records, links, found),
    )


def _distribution(found: Statistics) -> dict[str, int]:
    labels = [f"{100 * tenth // TENTHS}–{100 * (tenth + 1) // TENTHS} %" for tenth in range(TENTHS)]
    return {**dict(zip(labels, found.tenths, strict=True)), "all points": found.full}


def _bars(counts: dict[str, int]) -> list[Bar]:
    most = max(counts.values(), default=0)
    return [Bar(label, many, round(many / most, 4)) for label, many in counts.items()]


def _link(record: Record, has_page: Callable[[str], bool]) -> str:
    """A student's own page as it is linked to, whatever it is called; "" where there is none."""
    name = record.hand_in.name if record.hand_in is not None else ""
    return f"./{quote(f'{name}.html')}" if name and has_page(name) else ""


def _mistakes(records: Sequence[Record], links: Sequence[str], found: Statistics) -> list[Mistake]:
    """The mistakes, the most frequent first, each with a student who makes it, rather one who makes no other."""
    examples: dict[str, tuple[tuple[bool, bool], Example]] = {}
    for record, link in zip(records, links, strict=True):
        outcome = record.outcome
        for name in outcome.misconceptions if outcome is not None else ():
            assert outcome is not None
            clearness = (len(outcome.misconceptions) == 1, bool(outcome.places))
            if name not in examples or clearness > examples[name][0]:
                place = next(iter(outcome.places), "")
                examples[name] = clearness, Example(record.student.name, place, outcome.source[:LONGEST_EXAMPLE], link)
    most = max(found.mistakes.values(), default=0)
    return [
        Mistake(_title(name), _explanation(name), many, round(many / most, 4), examples[name][1])
        for name, many in found.mistakes.items()
    ]


def _title(mistake: str) -> str:
    return BY_ID[mistake].title if mistake in BY_ID else visible_name(mistake)


def _explanation(mistake: str) -> str:
    return BY_ID[mistake].explanation if mistake in BY_ID else ""


def _data(
    exercises: Sequence[Exercise], records: Sequence[Record], links: Sequence[str], found: Statistics
) -> dict[str, Any]:
    """What the page's script makes the table of students and exercises from."""
    numbers = {name: number for number, name in enumerate(sorted(found.mistakes))}
    students: list[list[Any]] = []
    for record, link in zip(records, links, strict=True):
        outcome = record.outcome
        earned = outcome.exercises if outcome is not None else {}
        students.append(
            [
                visible_name(record.student.name, LONGEST_NAME),
                outcome.score if outcome is not None else None,
                [earned[each.id][0] if each.id in earned else None for each in exercises] if earned else [],
                [numbers[name] for name in outcome.misconceptions] if outcome is not None else [],
                link,
                visible_name(record.note, 300),
            ]
        )
    return {
        "tasks": [[visible_name(each.id), visible_name(each.title, 200), each.max_points] for each in exercises],
        "mistakes": [_title(name) for name in numbers],
        "students": students,
    }
