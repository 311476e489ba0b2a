"""Reads the student in a row of a list: the name, the address and the ids."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from autograder.classroom.csv_file import line_and_others
from autograder.classroom.platforms import CANVAS, CLASSROOM50, MOODLE, SAKAI, Platform
from autograder.classroom.records import (
    CANVAS_NUMBER,
    EMAIL,
    GITHUB_NAME,
    LOGIN,
    NAME,
    REPOSITORY,
    UNIVERSITY_ID,
    Identity,
    Student,
)

NAMES = ("name", "student", "full name", "student name", "display name")
FIRST = ("first name", "given name", "firstname")
LAST = ("last name", "surname", "family name", "lastname")
EMAILS = ("email", "e-mail", "email address", "e-mail address")
CANVAS_LOGIN, CANVAS_ID = "sis login id", "sis user id"
GITHUB, ORG_DEFINED_ID = "github username", "orgdefinedid"
KINDS = {
    CANVAS_ID: UNIVERSITY_ID,
    CANVAS_LOGIN: LOGIN,
    "id": UNIVERSITY_ID,
    "sid": UNIVERSITY_ID,
    "student id": UNIVERSITY_ID,
    "number": UNIVERSITY_ID,
    "id number": UNIVERSITY_ID,
    "student number": UNIVERSITY_ID,
    "sis id": UNIVERSITY_ID,
    "emplid": UNIVERSITY_ID,
    "uin": UNIVERSITY_ID,
    "matrikelnummer": UNIVERSITY_ID,
    ORG_DEFINED_ID: UNIVERSITY_ID,
    "username": LOGIN,
    "login": LOGIN,
    "display id": LOGIN,
    "netid": LOGIN,
    GITHUB: GITHUB_NAME,
    "student repository name": REPOSITORY,
}
"""The kinds of identities in columns, by their headings.

The first of them is preferred as a student's number to show.
"""
OWN_KINDS = {
    (CLASSROOM50, "username"): GITHUB_NAME,
    (SAKAI.name, "student id"): LOGIN,
}
"""The kinds of identities by platform and heading, if these differ from `KINDS`."""

OF_CLASSROOM = ("roster identifier", "identifier")
"""The headings of GitHub Classroom's identifier of a student.

It is an address, an id or a name, as the course chose.
"""
COLUMNS_OF_PEOPLE = {
    *NAMES,
    *FIRST,
    *LAST,
    *EMAILS,
    *KINDS,
    MOODLE.own_number,
    *OF_CLASSROOM,
}
WHOSE = COLUMNS_OF_PEOPLE | {heading.replace(" ", "_") for heading in COLUMNS_OF_PEOPLE}
"""Headings of columns in lower case, as Gradescope, Canvas, Moodle and others write
them, and with underscores.
"""
MADE_A_FRACTION = re.compile(r"(\d+)\.0")
"""A whole number with decimals: programs write it so if its column has gaps."""
NAME_AND_ADDRESS = re.compile(r"(?P<name>[^<>]*)<(?P<email>[^<>\s@]+@[^<>\s@]+)>")
"""An address as programs for mail write it, after a name."""
AS_TEXT = re.compile(r"'(?P<apostrophe>\S+)|=\"(?P<formula>[^\"]*)\"")
"""An id that people keep from being shortened by a spreadsheet: '007 or ="007"."""
ROUNDED = re.compile(r"\d([.,]\d+)?E\+\d+", re.IGNORECASE)
"""A long number as a spreadsheet shortens it."""
TEST_STUDENTS = ("Student, Test", "Test Student")
"""The names of Canvas' own student: instructors look at their course as this student.
"""
POINTS_POSSIBLE = "Points Possible"
"""The name in the row of Canvas' gradebook that holds the points of the columns."""


def restore_ids(
    rows: Sequence[dict[str, str]], lines: Sequence[int], platform: Platform
) -> Iterator[str]:
    """Restore ids that another program changed, and empty those that are lost.

    Yield a sentence about each column. rows: the fields by headings; they are changed.
    lines: the line of each row in the file.
    """
    for heading in dict.fromkeys([platform.own_number, *KINDS, *OF_CLASSROOM]):
        if heading:
            _strip_marks_of_text(rows, heading)
            yield from _restore_whole_ids(rows, heading)
            yield from _empty_rounded(rows, lines, heading)


def _strip_marks_of_text(rows: Sequence[dict[str, str]], heading: str) -> None:
    """Read the ids of a column without the marks that make them text."""
    for fields in rows:
        match = AS_TEXT.fullmatch(fields.get(heading, ""))
        if match is not None:
            fields[heading] = match["apostrophe"] or match["formula"] or ""


def _restore_whole_ids(rows: Sequence[dict[str, str]], heading: str) -> Iterator[str]:
    """Make the ids of a column whole again, if all have decimals."""
    filled = [fields for fields in rows if fields.get(heading)]
    matches = [MADE_A_FRACTION.fullmatch(fields[heading]) for fields in filled]
    fractions = [match for match in matches if match is not None]
    if not fractions or len(fractions) < len(filled):
        return
    example = fractions[0]
    yield (
        f'the column "{heading}" has decimals, as in {example[0]},'
        f" which was read as {example[1]}"
    )
    for fields, match in zip(filled, fractions, strict=True):
        fields[heading] = match[1]


def _empty_rounded(
    rows: Sequence[dict[str, str]], lines: Sequence[int], heading: str
) -> Iterator[str]:
    """Empty the ids of a column that a spreadsheet has rounded."""
    lost = []
    for row, fields in enumerate(rows):
        if ROUNDED.fullmatch(fields.get(heading, "")):
            lost.append(row)
    if not lost:
        return
    text = rows[lost[0]][heading]
    where = line_and_others(lines[lost[0]], len(lost))
    yield (
        f'{where}: {text} in the column "{heading}" is no whole'
        " id: a spreadsheet has rounded it, and nobody is found by it."
        " Download the list again"
    )
    for row in lost:
        rows[row][heading] = ""


def student_in(fields: Mapping[str, str], platform: Platform) -> Student | None:
    """Return the student of a row; None if it has none.

    fields: by headings, which are in lower case and without underscores.
    """
    ids: list[Identity] = []
    own_number = _own_number(fields, platform)
    if own_number:
        ids.append(Identity(platform.own_kind, own_number))
    ids += _identities_in(fields, platform)

    beside_address, email = _name_and_address(fields)
    email = email or _first_value(ids, {EMAIL})
    name = _own_name(fields) or _first_value(ids, {NAME}) or beside_address
    other_kinds = {identity.kind for identity in ids}
    other_kinds -= {platform.own_kind, EMAIL, NAME}
    number = _first_value(ids, other_kinds) or own_number

    shown = name or email or number
    if not shown or _is_nobody(name, platform):
        return None
    # The name and the address are fields of their own.
    compared = [identity for identity in ids if identity.kind != NAME]
    compared = [identity for identity in compared if identity != (EMAIL, email)]
    return Student(shown, email, number, tuple(compared))


def _is_nobody(name: str, platform: Platform) -> bool:
    """Return whether a row with a name is a platform's own, and no student's."""
    is_test = platform is CANVAS and name in TEST_STUDENTS
    return name == POINTS_POSSIBLE or is_test


def _own_name(fields: Mapping[str, str]) -> str:
    """Return the name in a row's columns of names; "" if there is none."""
    name = first_field(fields, NAMES)
    if name:
        return name
    first_name = first_field(fields, FIRST)
    last_name = first_field(fields, LAST)
    return f"{first_name} {last_name}".strip()


def _name_and_address(fields: Mapping[str, str]) -> tuple[str, str]:
    """Return the name, if there is one, and the address in `Ada E <ada@x.edu>`."""
    field = first_field(fields, EMAILS)
    match = NAME_AND_ADDRESS.fullmatch(field)
    return (match["name"].strip(' "'), match["email"]) if match else ("", field)


def _own_number(fields: Mapping[str, str], platform: Platform) -> str:
    """Return the platform's own number of a student, as 12345 of Participant 12345.

    The word before it may be in any language. Return "" if there is no number.
    """
    if not platform.own_number:
        return ""
    field = fields.get(platform.own_number, "")
    word = field.rstrip("0123456789")
    return field.removeprefix(word)


def first_field(fields: Mapping[str, str], headings: Iterable[str]) -> str:
    """Return the first field below one of these headings that is not empty."""
    for heading in headings:
        if fields.get(heading):
            return fields[heading]
    return ""


def _first_value(ids: Iterable[Identity], kinds: Collection[str]) -> str:
    """Return the value of the first identity of one of these kinds; "" without one."""
    for identity in ids:
        if identity.kind in kinds:
            return identity.value
    return ""


def _identities_in(fields: Mapping[str, str], platform: Platform) -> Iterator[Identity]:
    """Yield the identities in a row's fields.

    The platform's own number and the columns of addresses are left out.
    """
    of_classroom = OF_CLASSROOM if GITHUB in fields else ()
    for heading in of_classroom:
        text = fields.get(heading, "")
        if text:
            yield Identity(_kind_of_identifier(text), text)
    is_from_canvas = not {CANVAS_ID, CANVAS_LOGIN}.isdisjoint(fields)
    for heading, usual in KINDS.items():
        text = fields.get(heading, "")
        if ORG_DEFINED_ID in fields:
            # Brightspace writes this sign before ids and logins.
            text = text.removeprefix("#")
        if not text or heading == platform.own_number:
            continue
        own = OWN_KINDS.get((platform.name, heading))
        kind = CANVAS_NUMBER if heading == "id" and is_from_canvas else own or usual
        yield Identity(EMAIL if "@" in text else kind, text)


def _kind_of_identifier(text: str) -> str:
    """Return the kind of GitHub Classroom's identifier of a student."""
    if "@" in text:
        return EMAIL
    return NAME if re.search(r"\s", text) else UNIVERSITY_ID
