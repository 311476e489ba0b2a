"""Reads the list of a class and the overrides of single grades.

Both are CSV files. Writing the list back loses nothing of it.
"""

import codecs
import os
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from autograder.classroom.matching import finder
from autograder.classroom.records import (
    CANVAS_NUMBER,
    EMAIL,
    GITHUB_NAME,
    LOGIN,
    MOODLE_NUMBER,
    NAME,
    REPOSITORY,
    UNIVERSITY_ID,
    Identity,
    Override,
    Overrides,
    Student,
)
from autograder.core import limits
from autograder.core.errors import InvalidExercises, Mistake, WrongUsage
from autograder.core.files import open_regular
from autograder.core.sentences import languages
from autograder.core.text import listed, named, visible_name

MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
WINDOWS = "cp1252"
"""Excel's encoding if nobody asks it for UTF-8."""
LINE_END = "\r\n|\r|\n"
FIELD = (
    r'("[^"]*(?:""[^"]*)*"(?!")[^{0}\r\n]*|[^"{0}\r\n][^{0}\r\n]*|)({0}|\r\n|\r|\n|\Z)'
)
"""A field as it is written, quoted or not, and the separator or the end of the line."""
SEPARATOR = re.compile(rf"sep=([^\r\n])({LINE_END})", re.IGNORECASE)
"""The first line by which a file tells Excel the separator of its fields."""
DECIMAL_MARK = re.compile(r"\d+([.,])\d{1,2}")
"""A number with one or two decimals."""
SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
"""The first bytes of .xlsx and .ods, which are archives, and of .xls."""


class Csv:
    """A CSV file, read without loss.

    A field that is not set is written back as it was, quotes included. remarks: how the
    file was read, if people must know it.
    """

    def __init__(self, content: bytes, titles: int = 0) -> None:
        """Read the headings and all rows.

        titles: lines before the headings. Raise ValueError if it cannot be read.
        """
        self.titles = titles
        self.remarks: list[str] = []
        text = self._decode(content)
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        separator_line = SEPARATOR.match(text, len(mark))
        start = separator_line.end() if separator_line else len(mark)
        if titles:
            line_ends = [*re.finditer(LINE_END, text[start:])]
            if len(line_ends) >= titles:
                start += line_ends[titles - 1].end()
        self._before = text[:start]
        self._first_line = 1 + len(re.findall(LINE_END, self._before))
        text = text[start:]
        if separator_line:
            self._separator = separator_line[1]
        else:
            # of the first line, without quoted text
            headings = re.split("[\r\n]", re.sub('"[^"]*"', "", text), maxsplit=1)[0]
            self._separator = max(",;\t", key=headings.count)
        self.rows: list[list[str]] = [[]]
        """The headings first. Fields are as they are written, which Python's csv
        module forgets."""
        self._ends: list[str] = []
        self._read(text)
        columns = range(len(self.rows[0]))
        self.headings = [self.plain(0, column).strip() for column in columns]

    def _decode(self, content: bytes) -> str:
        """Return the text of the file, and note its encoding. Raise ValueError."""
        self.encoding = "utf-8"
        for mark, encoding in MARKS.items():
            if content.startswith(mark):
                self.encoding = encoding
        try:
            return content.decode(self.encoding)
        except UnicodeDecodeError:
            self.encoding = WINDOWS
            return content.decode(WINDOWS)

    def _read(self, text: str) -> None:
        """Add the fields of all rows. Raise ValueError if a quotation is open."""
        pattern = re.compile(FIELD.format(re.escape(self._separator)))
        position = 0
        after = self._separator
        while after:
            match = pattern.match(text, position)
            if match is None:
                line = self._first_line + len(re.findall(LINE_END, text[:position]))
                raise ValueError(f"line {line}: a quotation mark is not closed")
            position = match.end()
            field, after = match.groups()
            self.rows[-1].append(field)
            if after != self._separator:
                self._ends.append(after)
                if after:
                    self.rows.append([])

    def plain(self, row: int, column: int) -> str:
        """Return the text of a field; "" if the row is shorter."""
        fields = self.rows[row]
        if column >= len(fields):
            return ""
        written = fields[column]
        if not written.startswith('"'):
            return written
        inner, _, rest = written[1:].rpartition('"')
        return inner.replace('""', '"') + rest

    @cached_property
    def has_decimal_commas(self) -> bool:
        """Whether numbers have a comma for a decimal point, as far as fields tell."""
        marks = Counter(
            match[1]
            for row in range(1, len(self.rows))
            for column in range(len(self.rows[row]))
            if (match := DECIMAL_MARK.fullmatch(self.plain(row, column).strip()))
        )
        if marks[","] == marks["."]:
            return self._separator == ";"
        return marks[","] > marks["."]

    def longer_rows(self) -> list[int]:
        """Return the rows with a field that has no heading.

        Somebody left out the quotation marks around a comma, and all fields behind it
        are one column too far.
        """
        width = len(self.rows[0])
        longer = []
        for row in range(1, len(self.rows)):
            columns = range(width, len(self.rows[row]))
            if any(self.plain(row, column).strip() for column in columns):
                longer.append(row)
        return longer

    def filled(self) -> list[int]:
        """Return the rows after the headings that do not begin with an empty field."""
        return [row for row in range(1, len(self.rows)) if self.plain(row, 0)]

    def set(self, row: int, column: int, text: str) -> None:
        """Write a field, with quotes if it needs them or had some."""
        fields = self.rows[row]
        fields += [""] * (column + 1 - len(fields))
        had_quotes = fields[column].startswith('"')
        if had_quotes or re.search(f'["\r\n{re.escape(self._separator)}]', text):
            doubled = text.replace('"', '""')
            text = f'"{doubled}"'
        fields[column] = text

    def content(self) -> bytes:
        """Return the file."""
        lines = [self._before]
        for fields, end in zip(self.rows, self._ends, strict=True):
            lines.append(self._separator.join(fields) + end)
        # Only a field that was set may not fit.
        return "".join(lines).encode(self.encoding, "replace")

    def records(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield each row after the first: its line in the file, and its fields.

        These are without blanks, by headings in lower case.
        """
        line = self._first_line
        for row in range(1, len(self.rows)):
            line += 1 + "".join(self.rows[row - 1]).count("\n")
            fields = {}
            for column, heading in enumerate(self.headings):
                fields[heading.lower()] = self.plain(row, column).strip()
            yield line, fields


def read_csv(file: Path, titles: int = 0) -> Csv:
    """Read a CSV file. titles: lines before its headings. Raise WrongUsage."""
    shown = visible_name(str(file), limits.LONGEST_MESSAGE)
    try:
        with open_regular(Path(os.path.realpath(file))) as opened:
            content = opened.read()
        if content.startswith(SPREADSHEETS):
            raise WrongUsage(
                f"{shown}: this is a spreadsheet's own file and no CSV; open it,"
                " and save it as CSV UTF-8"
            )
        return Csv(content, titles)
    except OSError as error:
        raise WrongUsage(f"{shown}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise WrongUsage(
            f"{shown}: byte {error.start} is no text; save it as CSV UTF-8"
        ) from None
    except ValueError as error:
        raise WrongUsage(f"{shown}: {error}") from None


def number(text: str) -> float | None:
    """Return a number with either decimal mark.

    Return None for any other text, and for 1,000, which may be two numbers.
    """
    may_be_two = re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", text)
    if may_be_two or not re.fullmatch(r"\d+([.,]\d+)?", text):
        return None
    return float(text.replace(",", "."))


class Platform(NamedTuple):
    """The marks of a platform's file. Headings are in lower case.

    needs: headings that no other file has together. own_number: the heading of the
    platform's number of a student. grade, maximum and comment: the headings of the
    columns that are written, and read for the scale. next_step: says where to upload
    the file. own_kind: the kind of the platform's number.
    """

    name: str
    needs: tuple[str, ...] = ()
    own_number: str = ""
    grade: str = ""
    maximum: str = ""
    comment: str = ""
    next_step: str = ""
    own_kind: str = ""


IN_CANVAS = "Import it in Canvas under Grades."
CANVAS = Platform(
    "Canvas",
    ("id", "sis login id", "section"),
    "id",
    next_step=IN_CANVAS,
    own_kind=CANVAS_NUMBER,
)
UPLOAD = (
    "In Moodle choose Upload grading worksheet, and there that records may be updated."
)
OF_MOODLE = ("identifier", "grade", "maximum grade", "feedback comments")
MOODLE = Platform("Moodle", OF_MOODLE[:2], *OF_MOODLE, UPLOAD, MOODLE_NUMBER)
GRADESCOPE = Platform(
    "Gradescope",
    ("total score", "max points"),
    grade="total score",
    maximum="max points",
)
CLASSROOM = Platform(
    "GitHub Classroom",
    ("student_repository_name", "points_awarded", "points_available"),
    grade="points_awarded",
    maximum="points_available",
)
CLASSROOM50 = "Classroom 50"
CLASSROOM50_ROSTER = Platform(
    CLASSROOM50, ("username", "github_id"), grade="score", maximum="max_score"
)
CLASSROOM50_SCORES = Platform(
    CLASSROOM50,
    ("username", "submission_tag", "review_url"),
    grade="score",
    maximum="max_score",
)
SAKAI = Platform(
    "Sakai", ("student id", "student name"), grade="score", maximum="max_score"
)
OF_SAKAIS_ITEM = re.compile(r"\* .+|.+\[\d+([.,]\d\d?)?\]", re.DOTALL)
"""A heading in Sakai's grades of an item's points, or of the comments on it."""
ANY = Platform("", grade="score", maximum="max_score")
PLATFORMS = (
    CANVAS,
    MOODLE,
    GRADESCOPE,
    CLASSROOM,
    CLASSROOM50_ROSTER,
    CLASSROOM50_SCORES,
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
LONGER = (
    "more fields than headings, so it is not known which column each belongs to; put"
    " quotation marks around a field with a comma in it"
)
ROUNDED = re.compile(r"\d([.,]\d+)?E\+\d+", re.IGNORECASE)
"""A long number as a spreadsheet shortens it."""
TEST_STUDENTS = ("Student, Test", "Test Student")
"""The names of Canvas' own student: instructors look at their course as this student.
"""
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
NO_STUDENT = "Points Possible"
"""The name in the row of Canvas' gradebook that holds the points of the columns."""


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
            known = listed([*sections]) if sections else "none, in no column section"
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


def line_and_others(line: int, count: int) -> str:
    """Return the first of some lines, and how many there are besides."""
    others = f" and {count - 1} more" if count > 1 else ""
    return f"line {line}{others}"


def platform_of(headings: Collection[str]) -> Platform:
    """Return the platform that wrote these headings; `ANY` for another file."""
    for platform in PLATFORMS:
        if {*platform.needs} <= {*headings}:
            return platform
    # Any list may have the first two of Sakai's headings.
    if (*headings,)[:2] == SAKAI.needs and any(map(OF_SAKAIS_ITEM.fullmatch, headings)):
        return SAKAI
    return ANY


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


def doubled(headings: Iterable[str], read: Collection[str]) -> str:
    """Return that two of the columns that are read have the same heading, or ""."""
    for heading, count in Counter(headings).items():
        if heading and heading in read and count > 1:
            return (
                f'{count} columns are called "{heading}",'
                " and which one is meant is not guessed; rename the others"
            )
    return ""


def _sections_in(field: str) -> list[str]:
    """Return the sections in a field: Canvas writes two as "A and B".

    The whole field may be one section's name, too.
    """
    sections = [field, *map(str.strip, re.split("[,;]| and ", field))]
    return [*dict.fromkeys(filter(None, sections))]


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


def _is_moodles_in_another_language(table: Csv) -> bool:
    """Return whether a file of no known platform is Moodle's worksheet.

    In it are first "Participant 12345", then names, and somewhere grades and the
    maximum.
    """
    headings = {heading.lower() for heading in table.headings}
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


def graded_columns(table: Csv) -> list[int]:
    """Return the columns that may take Moodle's grades.

    They are empty or hold numbers, and the maximum is in the next column.
    """
    columns = [_fields_in(table, index) for index in range(len(table.headings))]
    return [
        index
        for index in range(2, len(columns) - 1)
        if _has_grades(columns[index]) and _has_maximum(columns[index + 1])
    ]


def _fields_in(table: Csv, column: int) -> set[str]:
    """Return the different fields of a column, without blanks."""
    return {table.plain(row, column).strip() for row in table.filled()}


def _has_grades(fields: set[str]) -> bool:
    """Return whether all different fields of a column are numbers, or none."""
    return all(number(field or "0") is not None for field in fields - {"-"})


def _has_maximum(fields: set[str]) -> bool:
    """Return whether all fields of a column are the same number, and not 0."""
    return len(fields) == 1 and bool(number(*fields))


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
    return name == NO_STUDENT or is_test


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


def _codes_of_languages() -> dict[str, str]:
    """Return the codes of the languages that there are, by themselves in lower case."""
    return {code.casefold(): code for code in languages()}


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


# --- The course staff's changes of single students' grades ---

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
