"""Reads the list of a class, a CSV file."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from autograder.classroom.csv_file import Csv, doubled, line_and_others, read_csv
from autograder.classroom.platforms import (
    ANY,
    CLASSROOM50,
    GRADESCOPE,
    MOODLE,
    Platform,
    graded_columns,
    platform_of,
)
from autograder.classroom.records import Student
from autograder.classroom.student_rows import (
    EMAILS,
    NAMES,
    WHOSE,
    first_field,
    restore_ids,
    student_in,
)
from autograder.classroom.unproven import may_be_no_student
from autograder.core import limits
from autograder.core.errors import WrongUsage
from autograder.core.sentences import languages
from autograder.core.text import listed, named, visible_name

LONGER = (
    "more fields than headings, so it is not known which column each belongs to; put"
    " quotation marks around a field with a comma in it"
)
TIMES = ("last modified (submission)", "submission timestamp", "submission time")
"""The headings of the time at which a student handed in."""
SECTIONS = ("section", "sections", "section name")
ENROLMENTS = (
    "enrollment status",
    "enrolment status",
    "enrollment state",
    "enrollment",
    "enrolment",
    "registration status",
)
WITHDRAWN = re.compile(
    r"\W*(with-?dr[ae]w(n|al|ed)?|w|wd|dropped|drop|inactive|deleted|removed"
    r"|unenrolled|unregistered|de-?registered|deregistered|cancell?ed|left"
    r"|not (active|enrolled|registered))\b",
    re.IGNORECASE,
)
"""The beginning of a status of students who have left the course."""
ENROLLED = re.compile(
    r"\W*(active|enrolled|registered|current|ok|yes|student|learner|added|audit(ing)?"
    r"|in progress|regular|full[- ]?time|part[- ]?time)\b",
    re.IGNORECASE,
)
STATUS, ROLE = "status", "role"
GROUPS = ("group", "group name")
"""The headings of the column of groups."""
LANGUAGE = "language"
"""The heading of the code of the language that a student reads."""
READ = {*WHOSE, *TIMES, *SECTIONS, *ENROLMENTS, *GROUPS, STATUS, ROLE, LANGUAGE}
"""The headings, with blanks, of all columns that are read."""
SHIFTED = {*TIMES, *SECTIONS, *ENROLMENTS, *GROUPS, STATUS, ROLE, LANGUAGE}
"""The headings of fields that may be another's without looking wrong.

A shifted id finds nobody.
"""
STAFF = ("teacher", "hta", "ta")
"""The roles in Classroom 50's roster of people who are no students."""
LATE = re.compile(r"\blate\b", re.IGNORECASE)


class Roster(NamedTuple):
    """A list of the class: the file, and the platform that wrote it.

    students: the student of each row, or None. fields: of each row, by headings in
    lower case, with blanks for underscores. left_out: the rows that get no grade.
    """

    table: Csv
    platform: Platform
    students: Sequence[Student | None]
    fields: Sequence[Mapping[str, str]] = ()
    left_out: frozenset[int] = frozenset()

    def not_read(self, values: Collection[str], filled: str = "") -> str:
        """Return a sentence on columns that were not read; "" if all were.

        values: the identities of the submissions' students, in small letters. A column
        with one of them should have been read. filled: the heading of the column that
        takes the grades.
        """
        unread: list[str] = []
        of_platform = {"", filled.lower(), *self.platform.needs, *self.platform[2:6]}
        for column, heading in enumerate(self.table.headings):
            small = heading.lower()
            if _spaced(small) in READ or small in of_platform:
                continue
            unread.append(heading)
            rows = range(1, len(self.table.rows))
            fields = {self.table.plain(row, column).strip().casefold() for row in rows}
            if not fields.isdisjoint(values):
                return (
                    f"The column {named(heading)} has what submissions are called: "
                    'call it "id".'
                )
        if not unread:
            return ""
        return f"Not read, as no such heading is known: {listed(unread)}."

    def fields_below(self, headings: Iterable[str]) -> dict[Student, str]:
        """Return each student's first field below one of some headings."""
        headings = [*headings]
        below = {}
        for student, fields in zip(self.students, self.fields, strict=True):
            field = first_field(fields, headings)
            if student is not None and field:
                below[student] = field
        return below

    def languages(self) -> dict[Student, str]:
        """Return the code of the language that each student reads, if it says one."""
        codes = _codes_of_languages()
        return {
            student: codes[written.casefold()]
            for student, written in self.fields_below([LANGUAGE]).items()
            if written.casefold() in codes
        }

    def unknown_languages(self) -> list[str]:
        """Return the texts that stand for languages and are the code of none."""
        written = dict.fromkeys(self.fields_below([LANGUAGE]).values())
        codes = _codes_of_languages()
        return [text for text in written if text.casefold() not in codes]

    def leaving(self) -> set[Student]:
        """Return the students all of whose rows are left out."""
        rows = [*enumerate(self.students)]
        staying = {student for row, student in rows if row not in self.left_out}
        return {student for _, student in rows if student and student not in staying}

    def statuses(self) -> dict[int, str]:
        """Return the roster's entry on the enrolment of each row's student.

        Moodle and Gradescope write there whether something was handed in.
        """
        headings = [*ENROLMENTS]
        if not {self.platform.name} & {MOODLE.name, GRADESCOPE.name}:
            headings.append(STATUS)
        statuses = {}
        for row, fields in enumerate(self.fields):
            status = first_field(fields, headings)
            if status and self.students[row] is not None:
                statuses[row] = status
        return statuses

    def without_withdrawn(self) -> "Roster":
        """Return the roster, with the rows of withdrawn students left out."""
        withdrawn = {
            row for row, status in self.statuses().items() if WITHDRAWN.match(status)
        }
        return self._replace(left_out=self.left_out | withdrawn)

    def without_staff(self) -> "Roster":
        """Return the roster, with the rows of Classroom 50's staff left out."""
        if self.platform.name != CLASSROOM50:
            return self
        staff = {
            row
            for row, fields in enumerate(self.fields)
            if fields.get(ROLE, "").lower() in STAFF
        }
        return self._replace(left_out=self.left_out | staff)

    def of_section(self, wanted: str, shown: str) -> "Roster":
        """Return the roster with the rows of other sections left out.

        shown: the file's name. Raise WrongUsage if there is no such section.
        """
        self.check_section(wanted, f"--section {named(wanted)}", shown)
        others = set()
        for row, fields in enumerate(self.fields):
            if self.students[row] is None:
                continue
            of_row = _sections_in(first_field(fields, SECTIONS))
            if wanted.casefold() not in map(str.casefold, of_row):
                others.add(row)
        return self._replace(left_out=self.left_out | others)

    def check_section(self, wanted: str, option: str, shown: str) -> None:
        """Raise WrongUsage if the roster has no section of a name.

        option: that named it. shown: the file's name.
        """
        sections: dict[str, None] = {}
        for student, fields in zip(self.students, self.fields, strict=True):
            if student is not None:
                of_row = _sections_in(first_field(fields, SECTIONS))
                sections |= dict.fromkeys(of_row)
        if wanted.casefold() not in map(str.casefold, sections):
            if not sections:
                raise WrongUsage(
                    f"{option}: {shown} says of nobody which section it is; add a"
                    " column section"
                )
            known = listed([*sections])
            raise WrongUsage(f"{option}: {shown} has no such section, but {known}")

    def sections(self) -> dict[Student, tuple[str, ...]]:
        """Return the sections of each student: several, if the roster says so.

        A field "A and B" names two sections if A and B also stand alone in others.
        """
        written = [first_field(fields, SECTIONS) for fields in self.fields]
        by_student: dict[Student, dict[str, None]] = {}
        for student, field in zip(self.students, written, strict=True):
            if student is None or not field:
                continue
            sections = _sections_in(field)[1:]
            are_sections = bool(sections) and {*sections} <= {*written}
            names = sections if are_sections else [field]
            by_student.setdefault(student, {}).update(dict.fromkeys(names))
        return {student: tuple(names) for student, names in by_student.items()}

    def unknown_statuses(self) -> list[str]:
        """Return the statuses that mean neither enrolled nor withdrawn."""
        statuses = dict.fromkeys(self.statuses().values())
        return [
            status
            for status in statuses
            if not WITHDRAWN.match(status) and not ENROLLED.match(status)
        ]

    def times(self) -> dict[Student, str]:
        """Return when each student handed in, as the platform wrote it."""
        return self.fields_below(TIMES)

    def late(self) -> list[Student]:
        """Return the students whose submissions Moodle calls late."""
        if self.platform is not MOODLE:
            return []
        status = self.fields_below([STATUS])
        return [student for student, text in status.items() if LATE.search(text)]

    def everyone(self) -> list[Student]:
        """Return each student once: a student in two sections has two rows.

        Two rows with the same name and nothing else are two students.
        """
        identified: dict[Student, None] = {}
        with_name_alone: list[Student] = []
        for student in self.students:
            if student is None:
                continue
            if student.email or student.ids:
                identified[student] = None
            else:
                with_name_alone.append(student)
        return [*identified, *with_name_alone]

    def unproven(self) -> set[Student]:
        """Return those of whom nothing shows that they are students."""
        return may_be_no_student(self.everyone())


def read_roster(file: Path) -> Roster:
    """Read a roster. Raise WrongUsage."""
    shown = visible_name(str(file), limits.LONGEST_MESSAGE)
    table = _with_headings(file)
    is_translated = _is_moodles_in_another_language(table)
    if is_translated:
        table.headings[:2] = MOODLE.own_number, NAMES[0]
    headings = [heading.lower() for heading in table.headings]
    if WHOSE.isdisjoint(headings):
        names = listed(table.headings, most=limits.MOST_LINES_NAMED)
        raise WrongUsage(
            f"{shown}: its first line names no column of a roster, but"
            f" {names or 'nothing'}. It needs name, email and id (or first name and"
            " last name), in English; of Moodle take the grading worksheet, which is"
            " known in any language."
        )
    platform = MOODLE if is_translated else platform_of(headings)
    written = platform[2:6]
    compared = [
        heading if heading in written else _spaced(heading) for heading in headings
    ]
    _refuse_doubled(shown, compared, platform)
    rows = []
    lines = []
    for line, fields in table.records():
        rows.append({_spaced(heading): text for heading, text in fields.items()})
        lines.append(line)
    longer = table.longer_rows()
    if longer and not SHIFTED.isdisjoint(compared):
        where = line_and_others(lines[longer[0] - 1], len(longer))
        raise WrongUsage(f"{shown}: {where}: {LONGER}")
    table.remarks += restore_ids(rows, lines, platform)
    students = [student_in(fields, platform) for fields in rows]
    return Roster(table, platform, [None, *students], [{}, *rows])


def _spaced(heading: str) -> str:
    """Return a heading with blanks for underscores."""
    return heading.replace("_", " ")


def _with_headings(file: Path) -> Csv:
    """Read a roster's file from its headings on, as titles may stand before them.

    Raise WrongUsage.
    """
    whole = read_csv(file)
    if not WHOSE.isdisjoint(heading.lower() for heading in whole.headings):
        return whole
    for titles in range(1, min(limits.MOST_TITLE_LINES, len(whole.rows)) + 1):
        table = read_csv(file, titles)
        if not WHOSE.isdisjoint(heading.lower() for heading in table.headings):
            return table
    return whole


def _refuse_doubled(shown: str, headings: Sequence[str], platform: Platform) -> None:
    """Raise WrongUsage if two columns have the same heading.

    It would be a guess which of them is meant.
    """
    reason = doubled(headings, {*READ, *platform[2:6]})
    if reason:
        raise WrongUsage(f"{shown}: {reason}")


def _sections_in(field: str) -> list[str]:
    """Return the sections in a field: Canvas writes two as "A and B".

    The whole field may be one section's name, too.
    """
    sections = [field, *map(str.strip, re.split("[,;]| and ", field))]
    return [*dict.fromkeys(filter(None, sections))]


def _is_moodles_in_another_language(table: Csv) -> bool:
    """Return whether a file of no known platform is Moodle's worksheet.

    In it are first "Participant 12345", then names, and somewhere grades and the
    maximum.
    """
    headings = [heading.lower() for heading in table.headings]
    if platform_of(headings) is not ANY:
        return False
    first_fields = [table.plain(row, 0) for row in table.filled()]
    without_numbers = {field.rstrip("0123456789") for field in first_fields}
    if len(without_numbers) != 1:
        return False
    word = without_numbers.pop()
    if len(word) < 2 or word in first_fields:
        return False
    first_headings = {heading.lower() for heading in table.headings[:2]}
    is_in_english = bool({MOODLE.own_number, *NAMES, *EMAILS} & first_headings)
    return not is_in_english and bool(graded_columns(table))


def _codes_of_languages() -> dict[str, str]:
    """Return the codes of the languages that there are, by themselves in lower case."""
    return {code.casefold(): code for code in languages()}
