"""Reads the roster of a class, a CSV file as platforms export it, and finds the submissions' students in it."""

from __future__ import annotations

import csv
import io
import os
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from autograder.classroom.records import HandIn, Student
from autograder.errors import WrongUsage
from autograder.files import open_regular
from autograder.limits import LONGEST_MESSAGE
from autograder.text import visible_name

NAMES = ("name", "student", "full name", "student name", "display name")
FIRST, LAST = ("first name", "given name", "firstname"), ("last name", "surname", "family name", "lastname")
EMAILS = ("email", "e-mail", "email address", "e-mail address", "sis login id")
NUMBERS = ("id", "sid", "student id", "number", "id number", "student number", "sis user id", "username")
"""Headings of columns in lower case, as Gradescope, Canvas and Moodle write them."""
NO_STUDENT = Student("Points Possible")
"""The first row of Canvas' gradebook."""


def read_roster(file: Path) -> list[Student]:
    """The students in a roster. Raises WrongUsage."""
    shown = visible_name(str(file), LONGEST_MESSAGE)
    try:
        with open_regular(Path(os.path.realpath(file))) as opened:
            text = opened.read().decode("utf-8-sig")
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
    # A student in two sections has two rows.
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
    """Matches submissions with a roster.

    Returns the student on the roster for each student of each submission (by the submission's name and the student),
    the students who handed in nothing, and the submissions of nobody on the roster.
    """
    by_key = defaultdict[str, list[Student]](list)
    for student in roster:
        for key in _keys(student):
            by_key[key].append(student)
    whom: dict[tuple[str, Student], Student] = {}
    for hand_in in hand_ins:
        for student in hand_in.students:
            meant = [by_key[key][0] for key in _keys(student) if len(by_key[key]) == 1]
            if meant:
                whom[hand_in.name, student] = meant[0]
    found = set(whom.values())
    strangers = [each for each in hand_ins if not any((each.name, student) in whom for student in each.students)]
    return whom, [student for student in roster if student not in found], strangers


def _keys(student: Student) -> list[str]:
    """The keys that identify a student, the most reliable first. Of a name, case, accents and order do not count.

    Canvas and Moodle export no address, and numbers of their own: without an address a name comes before a number.
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
    return list(dict.fromkeys([*emails, *(numbers if email else names), *(names if email else numbers)]))
