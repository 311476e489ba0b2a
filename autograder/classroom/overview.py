"""What a class came to, as a page to look at: class.html."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from autograder.classroom.record import Record
from autograder.exercises import ExerciseSet
from autograder.pages.class_page import Example, Student, Task, class_page


def overview(records: Sequence[Record], exercises: ExerciseSet, folder: Path) -> str:
    """The page. folder: where the results are, and the students' own pages if there are any."""
    tasks = [Task(exercise.id, exercise.title, exercise.max_points) for exercise in exercises.exercises]
    students = [_student(record, tasks, folder) for record in records]
    return class_page(exercises.assignment.title, tasks, students, _examples(records, folder))


def _student(record: Record, tasks: Sequence[Task], folder: Path) -> Student:
    outcome = record.outcome
    if outcome is None:
        return Student(record.student.name, None, note=record.note)
    earned = [outcome.exercises.get(task.id) for task in tasks]
    points = tuple(None if entry is None else entry[0] for entry in earned)
    page = _page(record, folder)
    return Student(record.student.name, outcome.score, points, tuple(outcome.misconceptions), page, record.note)


def _page(record: Record, folder: Path) -> str:
    """The name of a student's own page, where there is one."""
    name = f"{record.hand_in.name}.html" if record.hand_in is not None else ""
    return name if name and os.path.isfile(folder / name) else ""


def _examples(records: Sequence[Record], folder: Path) -> dict[str, Example]:
    """For each mistake a student who makes it, rather one who makes no other."""
    chosen: dict[str, Record] = {}
    for record in records:
        for name in record.outcome.misconceptions if record.outcome is not None else ():
            if name not in chosen or _clearness(record) > _clearness(chosen[name]):
                chosen[name] = record
    return {name: _example(record, folder) for name, record in chosen.items()}


def _clearness(record: Record) -> tuple[bool, bool]:
    outcome = record.outcome
    return (len(outcome.misconceptions) == 1, bool(outcome.places)) if outcome is not None else (False, False)


def _example(record: Record, folder: Path) -> Example:
    outcome = record.outcome
    place, source = (next(iter(outcome.places), ""), outcome.source) if outcome is not None else ("", "")
    return Example(record.student.name, place, source, _page(record, folder))
