"""Reads overrides.csv: what the course staff change of single students' grades, after whatever was graded, and why."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from autograder.classroom.records import Override, Student
from autograder.classroom.roster import finder, read_csv
from autograder.errors import InvalidExercises, Mistake
from autograder.limits import LONGEST_FIELD
from autograder.text import visible_name

FILE = "overrides.csv"
COLUMNS = ("student", "change", "reason")
NUMBER = r"\d{1,6}(?:\.\d{1,4})?"
CHANGE = re.compile(
    rf"(?P<points>points [+-]{NUMBER})|(?P<score>score {NUMBER})"
    rf"|(?P<extension>extension {NUMBER}h)|(?P<excused>excused)"
)
TOO_MANY = "more fields than the first line has; a reason with a comma in it needs quotation marks around it"
FORMS = "write points +2, score 34, extension 48h or excused"


class Line(NamedTuple):
    """A line of the file. number: its own. student: whose it is, as the file says."""

    number: int
    student: str
    override: Override


def read_overrides(file: Path) -> list[Line]:
    """The lines of a file of overrides. Raises WrongUsage and InvalidExercises, the latter with every mistake."""
    table, lines, mistakes = read_csv(file), [], []
    if not {*COLUMNS} <= {heading.lower() for heading in table.headings}:
        words = f"the first line must name the columns {', '.join(COLUMNS)}"
        raise InvalidExercises([Mistake(file, "line 1", words)])
    for (line, fields), row in zip(table.records(), table.rows[1:], strict=True):
        student, change, reason = (visible_name(fields[column], LONGEST_FIELD) for column in COLUMNS)
        found = CHANGE.fullmatch(" ".join(change.lower().split()))
        if not (student or change or reason):
            continue
        if not student or not reason:
            words = "say whose grade it changes" if not student else "give a reason, which the student's page says"
            mistakes.append(Mistake(file, f"line {line}", words))
        elif any(row[len(table.headings) :]):
            mistakes.append(Mistake(file, f"line {line}", TOO_MANY))
        elif found is None or found.lastgroup is None:
            mistakes.append(Mistake(file, f"line {line}", f'"{change}" is no change; {FORMS}'))
        else:
            number = float("".join(re.findall(r"[-\d.]", found[0])) or 0)
            kind: Any = found.lastgroup
            lines.append(Line(line, student, Override(kind, number, found[0], reason)))
    if mistakes:
        raise InvalidExercises(mistakes)
    return lines


def by_student(
    lines: Sequence[Line], students: Iterable[Student]
) -> tuple[Mapping[Student, tuple[Override, ...]], list[Line]]:
    """Each student's overrides, in the order of the file, and the lines that are nobody's, or not of one alone."""
    whose, unknown, find = defaultdict[Student, tuple[Override, ...]](tuple), [], finder(students)
    for line in lines:
        found = find(Student(line.student))
        if found is None:
            unknown.append(line)
        else:
            whose[found[1]] += (line.override,)
    return whose, unknown
