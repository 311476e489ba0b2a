"""Who is in a class, from a CSV file such as every platform exports."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from autograder.classroom.records import HandIn, Student
from autograder.errors import WrongUsage
from autograder.text import visible_name

NAMES = ("name", "student", "full name", "student name", "display name")
FIRST, LAST = ("first name", "given name", "firstname"), ("last name", "surname", "family name", "lastname")
EMAILS = ("email", "e-mail", "email address", "e-mail address", "sis login id")
NUMBERS = ("id", "sid", "student id", "number", "id number", "student number", "sis user id", "username")
"""Headings of columns, in small letters, as Gradescope, Canvas and Moodle write them."""
NO_STUDENT = Student("Points Possible")
"""What Canvas' gradebook has as its first row."""


def read_roster(file: Path) -> list[Student]:
    """The students that a file lists. Raises WrongUsage."""
    shown = visible_name(str(file), 300)
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise WrongUsage(f"{shown}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise WrongUsage(f"{shown}: byte {error.start} is no UTF-8; save the roster as CSV UTF-8") from None
    separator = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    try:
        table = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator, restkey="", restval="")
        headings = {heading.strip().lower() for heading in table.fieldnames or ()}
        students = list(map(_student, table))
    except csv.Error as error:
        raise WrongUsage(f"{shown}: {error}") from None
    if not {*NAMES, *FIRST, *LAST, *EMAILS, *NUMBERS} & headings:
        known = "name, email and id (or first name and last name)"
        raise WrongUsage(f"{shown}: its first line names no column of a roster; it needs {known}")
    # Who stands there twice, as in two sections, is one student all the same.
    return [student for student in dict.fromkeys(students) if any(vars(student).values()) and student != NO_STUDENT]


def _student(row: Mapping[str, object]) -> Student:
    fields = {str(heading).strip().lower(): str(field).strip() for heading, field in row.items()}

    def first_of(headings: Iterable[str]) -> str:
        return next((fields[heading] for heading in headings if fields.get(heading)), "")

    email, number = first_of(EMAILS), first_of(NUMBERS)
    name = first_of(NAMES) or f"{first_of(FIRST)} {first_of(LAST)}".strip()
    return Student(name or email or number, email, number)


def matched(
    hand_ins: Sequence[HandIn], roster: Sequence[Student]
) -> tuple[dict[tuple[str, Student], Student], list[Student], list[HandIn]]:
    """Who handed in what.

    Returns whom the roster means by each student of each submission (by the submission's name and the student), the
    students who handed in nothing, and the submissions of nobody on the roster.
    """
    by_key: dict[str, list[int]] = {}
    for number, student in enumerate(roster):
        for key in _keys(student):
            by_key.setdefault(key, []).append(number)
    whom: dict[tuple[str, Student], Student] = {}
    found: set[int] = set()
    strangers = []
    for hand_in in hand_ins:
        places = {student: _place(student, by_key) for student in hand_in.students}
        for student, place in places.items():
            if place is not None:
                found.add(place)
                whom[hand_in.name, student] = roster[place]
        if all(place is None for place in places.values()):
            strangers.append(hand_in)
    return whom, [student for place, student in enumerate(roster) if place not in found], strangers


def _place(student: Student, by_key: Mapping[str, Sequence[int]]) -> int | None:
    """Where the roster has a student: by the surest of what is known that fits exactly one."""
    for key in _keys(student):
        if len(places := by_key.get(key, ())) == 1:
            return places[0]
    return None


def _keys(student: Student) -> list[str]:
    """What a student is known by, the surest first. Of a name only letters count, in whichever order it is written.

    Canvas and Moodle give no e-mail, and number people in a way of their own: there a name is surer than a number.
    """
    email = student.email.lower()
    emails = [f"email {email}", f"email {student.name.lower()}"] if email or "@" in student.name else []
    numbers = [f"number {student.number.lower()}"] if student.number else []
    numbers += [f"number {email.partition('@')[0]}"] if email else []
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFKD", student.name).casefold())
    names = (
        [f"name {' '.join(sorted(words))}", f"name {''.join(words)}", f"number {student.name.lower()}"] if words else []
    )
    names += [f"name {words[-1]}{''.join(words[:-1])}"] if len(words) > 1 else []
    return [*emails, *(numbers if email else names), *(names if email else numbers)]
