"""Reads the course staff's changes of single students' grades, a CSV file."""

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autograder.classroom.csv_file import doubled, read_csv
from autograder.classroom.matching import finder
from autograder.classroom.records import Override, Overrides, Student
from autograder.core import limits
from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.text import visible_name

OVERRIDES = "overrides.csv"
COLUMNS = ("student", "change", "reason")
DECIMAL = r"\d{1,6}(?:\.\d{1,4})?"
CHANGE = re.compile(
    rf"(?P<points>points [+-]{DECIMAL})|(?P<score>score {DECIMAL})"
    rf"|(?P<extension>extension {DECIMAL}h)|(?P<excused>excused)"
)
TOO_MANY = (
    "more fields than the first line has; a reason with a comma in it needs quotation"
    " marks around it"
)
TWICE = (
    "this is line {line} once more, and would count twice; delete one of them, or give"
    " each its own reason"
)
FORMS = "write points +2, score 34, extension 48h or excused"


def read_overrides(
    file: Path, students: Iterable[Student]
) -> tuple[Overrides, list[tuple[int, str]]]:
    """Return each student's overrides, in order, and the lines that fit no student.

    Such a line is its number and the name in it. Raise WrongUsage and InvalidExercises.
    """
    overrides = defaultdict[Student, tuple[Override, ...]](tuple)
    nobodys: list[tuple[int, str]] = []
    mistakes: list[Mistake] = []
    find = finder(students)
    table = read_csv(file)
    _refuse_headings_of_overrides(file, table.headings)
    longer = {*table.longer_rows()}
    before: dict[tuple[str, ...], int] = {}
    for row, (line, fields) in enumerate(table.records(), 1):
        written = tuple(
            visible_name(fields[column], limits.LONGEST_FIELD) for column in COLUMNS
        )
        student_text, change, reason = written
        if not any(written):
            continue
        mistake = _mistake_in_override(student_text, change, reason, row in longer)
        first = before.setdefault(written, line)
        if first != line:
            mistake = mistake or TWICE.format(line=first)
        if mistake:
            mistakes.append(Mistake(file, f"line {line}", mistake))
            continue
        student = find(student_text)
        if student is None:
            nobodys.append((line, student_text))
        else:
            overrides[student] += (_override(change, reason),)
    if mistakes:
        raise InvalidExercises(mistakes)
    return overrides, nobodys


def _refuse_headings_of_overrides(file: Path, headings: Iterable[str]) -> None:
    """Raise InvalidExercises if the columns are not those of overrides."""
    small = [heading.lower() for heading in headings]
    reason = doubled(small, COLUMNS)
    if not {*COLUMNS} <= {*small}:
        reason = f"the first line must name the columns {', '.join(COLUMNS)}"
    if reason:
        raise InvalidExercises([Mistake(file, "line 1", reason)])


def _mistake_in_override(
    student: str, change: str, reason: str, has_more_fields: bool
) -> str:
    """Return the mistake in a line of overrides; "" if there is none."""
    if not student:
        return "say whose grade it changes"
    if not reason:
        return "give a reason, which the student's page says"
    if has_more_fields:
        return TOO_MANY
    if CHANGE.fullmatch(_in_small_letters(change)) is None:
        return f'"{change}" is no change; {FORMS}'
    return ""


def _override(change: str, reason: str) -> Override:
    """Return a change as an override. The change must match `CHANGE`."""
    match = CHANGE.fullmatch(_in_small_letters(change))
    assert match is not None
    kind: Any = match.lastgroup
    digits = re.findall(r"[-\d.]", match[0])
    number = float("".join(digits) or 0)
    return Override(kind, number, match[0], reason)


def _in_small_letters(change: str) -> str:
    """Return a change in lower case, with single blanks."""
    return " ".join(change.lower().split())
