"""Reads the list of a class, a CSV file, so that nothing of it is lost, and what is
changed of single grades.
"""

import codecs
import os
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from autograder import limits
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
from autograder.errors import InvalidExercises, Mistake, WrongUsage
from autograder.files import open_regular
from autograder.text import visible_name

MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
WINDOWS = "cp1252"
"""What Excel writes where nobody asks it for UTF-8."""
LINE_END = "\r\n|\r|\n"
FIELD = (
    r'("[^"]*(?:""[^"]*)*"(?!")[^{0}\r\n]*|[^"{0}\r\n][^{0}\r\n]*|)({0}|\r\n|\r|\n|\Z)'
)
"""A field as it is written, quoted or not, and the separator or the end of the line."""
SEPARATOR = re.compile(rf"sep=([^\r\n])({LINE_END})", re.IGNORECASE)
"""The first line by which a file tells Excel what separates its fields."""
SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
"""How files of .xlsx and .ods begin, which are archives, and those of .xls."""


class Csv:
    """A CSV file of which nothing is lost: a field that is not set is written back as
    it was, quotes included.

    remarks: what somebody must know of how the file was read.
    """

    def __init__(self, content: bytes, titles: int = 0) -> None:
        """Read the headings and all rows.

        titles: lines before the headings. Raises ValueError if it cannot be read.
        """
        self.remarks: list[str] = []
        self.encoding = next(
            (encoding for mark, encoding in MARKS.items() if content.startswith(mark)),
            "utf-8",
        )
        try:
            text = content.decode(self.encoding)
        except UnicodeDecodeError:
            self.encoding = WINDOWS
            text = content.decode(WINDOWS)
        mark = text[: text.startswith("\ufeff")]
        told = SEPARATOR.match(text, len(mark))
        start = told.end() if told else len(mark)
        for line_end in (
            [*re.finditer(LINE_END, text[start:])][titles - 1 : titles]
            if titles
            else ()
        ):
            start += line_end.end()
        self._before = text[:start]
        text = text[start:]
        self._first_line = 1 + len(re.findall(LINE_END, self._before))
        headings = re.split("[\r\n]", re.sub('"[^"]*"', "", text), maxsplit=1)[0]
        self._separator = told[1] if told else max(",;\t", key=headings.count)
        self.rows: list[list[str]] = [
            []
        ]  # headings first, as they are written, which Python's csv module forgets
        self._ends: list[str] = []
        field, at, after = (
            re.compile(FIELD.format(re.escape(self._separator))),
            0,
            self._separator,
        )
        while after:
            found = field.match(text, at)
            if found is None:
                line = self._first_line + len(re.findall(LINE_END, text[:at]))
                raise ValueError(f"line {line}: a quotation mark is not closed")
            self.rows[-1].append(found[1])
            at, after = found.end(), found[2]
            if after != self._separator:
                self._ends.append(after)
                self.rows += [[]] if after else []
        self.headings = [
            self.plain(0, column).strip() for column in range(len(self.rows[0]))
        ]

    def plain(self, row: int, column: int) -> str:
        """The text of a field; "" where the row is shorter."""
        written = self.rows[row][column] if column < len(self.rows[row]) else ""
        inner, _, rest = written[1:].rpartition('"')
        return inner.replace('""', '"') + rest if written.startswith('"') else written

    def filled(self) -> list[int]:
        """The rows after the headings that do not begin with an empty field."""
        return [row for row in range(1, len(self.rows)) if self.plain(row, 0)]

    def set(self, row: int, column: int, text: str) -> None:
        """Writes a field, with quotes where it needs them or had some."""
        fields = self.rows[row]
        fields += [""] * (column + 1 - len(fields))
        is_quoted = fields[column].startswith('"') or re.search(
            f'["\r\n{re.escape(self._separator)}]', text
        )
        fields[column] = '"{}"'.format(text.replace('"', '""')) if is_quoted else text

    def content(self) -> bytes:
        """The file."""
        rows = (
            self._separator.join(fields) + end
            for fields, end in zip(self.rows, self._ends, strict=True)
        )
        return (self._before + "".join(rows)).encode(
            self.encoding, "replace"
        )  # only what was set may not fit

    def records(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Each row after the first: its line in the file, and its fields without blanks
        by headings in lower case.
        """
        line = self._first_line
        for row in range(1, len(self.rows)):
            line += 1 + "".join(self.rows[row - 1]).count("\n")
            yield (
                line,
                {
                    each.lower(): self.plain(row, column).strip()
                    for column, each in enumerate(self.headings)
                },
            )


def read_csv(file: Path, titles: int = 0) -> Csv:
    """Read a CSV file. titles: lines before its headings. Raises WrongUsage."""
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
    """A number, whichever mark its decimals have; None for any other text, and for
    1,000, which may be two numbers.
    """
    may_be_two = re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", text)
    return (
        float(text.replace(",", "."))
        if re.fullmatch(r"\d+([.,]\d+)?", text) and not may_be_two
        else None
    )


class Platform(NamedTuple):
    """What a platform's file is known by. Headings are in lower case.

    needs: headings that no other file has together. own: that of the platform's own
    number of a student. grade, maximum and comment: those of the columns that are
    written, and read for the scale. next_step: where the file goes. own_kind: the kind
    of that number.
    """

    name: str
    needs: tuple[str, ...] = ()
    own: str = ""
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
ANY = Platform("", grade="score", maximum="max_score")

NAMES = ("name", "student", "full name", "student name", "display name")
FIRST, LAST = (
    ("first name", "given name", "firstname"),
    ("last name", "surname", "family name", "lastname"),
)
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
    ORG_DEFINED_ID: UNIVERSITY_ID,
    "username": LOGIN,
    "login": LOGIN,
    "display id": LOGIN,
    GITHUB: GITHUB_NAME,
    "student repository name": REPOSITORY,
}
"""The kinds of identities in columns, by their headings, in the order in which one is
shown as a student's number.
"""
OF_CLASSROOM = ("roster identifier", "identifier")
"""The headings of what GitHub Classroom calls its students by: an address, an id or a
name, as the course chose.
"""
COLUMNS_OF_PEOPLE = {*NAMES, *FIRST, *LAST, *EMAILS, *KINDS, MOODLE.own, *OF_CLASSROOM}
WHOSE = COLUMNS_OF_PEOPLE | {heading.replace(" ", "_") for heading in COLUMNS_OF_PEOPLE}
"""Headings of columns in lower case, as Gradescope, Canvas, Moodle and others write
them, and with underscores.
"""
MADE_A_FRACTION = re.compile(r"(\d+)\.0")
"""A whole number as a program writes it that takes a column with gaps for numbers."""
ROUNDED = re.compile(r"\d([.,]\d+)?E\+\d+", re.IGNORECASE)
"""A long number as a spreadsheet shortens it."""
NO_STUDENT = "Points Possible"
"""What stands for a name in the row of Canvas' gradebook that holds each column's
points.
"""


class Roster(NamedTuple):
    """A list of the class: the file, the platform that gave it, and whose each row is,
    None where it is nobody's.
    """

    table: Csv
    platform: Platform
    students: Sequence[Student | None]

    def everyone(self) -> list[Student]:
        """Each student once: one in two sections has two rows.

        Two of whom only one name is known are two.
        """
        known = [student for student in self.students if student is not None]
        told_apart = dict.fromkeys(
            student for student in known if student.email or student.ids
        )
        return [
            *told_apart,
            *(student for student in known if student not in told_apart),
        ]


def read_roster(file: Path) -> Roster:
    """Reads a roster. Raises WrongUsage."""
    shown = visible_name(str(file), limits.LONGEST_MESSAGE)
    table = _with_headings(file)
    is_translated = _is_moodles_in_another_language(table)
    if is_translated:
        table.headings[:2] = MOODLE.own, NAMES[0]
    headings = [heading.lower() for heading in table.headings]
    if WHOSE.isdisjoint(headings):
        found = (
            visible_name(", ".join(table.headings), limits.LONGEST_MESSAGE) or "nothing"
        )
        known = "name, email and id (or first name and last name), in English"
        words = (
            f"It needs {known}; of Moodle take the grading worksheet,"
            " which is known in any language."
        )
        raise WrongUsage(
            f"{shown}: its first line names no column of a roster, but {found}. {words}"
        )
    fitting = (
        each
        for each in (CANVAS, MOODLE, GRADESCOPE, ANY)
        if {*each.needs} <= {*headings}
    )
    platform = MOODLE if is_translated else next(fitting)
    compared = [
        heading if heading in platform[2:6] else _spaced(heading)
        for heading in headings
    ]
    _refuse_doubled(shown, compared, platform)
    rows = [
        {_spaced(heading): text for heading, text in fields.items()}
        for _, fields in table.records()
    ]
    table.remarks += _mend_ids(rows, [line for line, _ in table.records()], platform)
    return Roster(
        table, platform, [None, *(_student(fields, platform) for fields in rows)]
    )


def _spaced(heading: str) -> str:
    """Return a heading with blanks where it has underscores."""
    return heading.replace("_", " ")


def _with_headings(file: Path) -> Csv:
    """Read a roster's file from its headings on, before which titles may stand.

    Raises WrongUsage.
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
    """Raise WrongUsage where two columns have one heading, and which of them is meant
    would be guessed.
    """
    for heading, many in Counter(headings).items():
        if heading and heading in (*WHOSE, *platform[2:6]) and many > 1:
            words = (
                f'{many} columns are called "{heading}",'
                " and which one is meant is not guessed; rename the others"
            )
            raise WrongUsage(f"{shown}: {words}")


def _mend_ids(
    rows: Sequence[dict[str, str]], lines: Sequence[int], platform: Platform
) -> Iterator[str]:
    """Correct ids that another program changed, and empty those that are lost; yield a
    sentence about each column.

    rows: the fields by headings, which are changed. lines: where each row begins in the
    file.
    """
    for heading in dict.fromkeys([platform.own, *KINDS, *OF_CLASSROOM]):
        having = [row for row in range(len(rows)) if heading and rows[row].get(heading)]
        fractions = {
            row: found
            for row in having
            if (found := MADE_A_FRACTION.fullmatch(rows[row][heading]))
        }
        if fractions and len(fractions) == len(having):
            example = next(iter(fractions.values()))
            yield (
                f'the column "{heading}" has decimals, as in {example[0]},'
                f" which was read as {example[1]}"
            )
            for row, found in fractions.items():
                rows[row][heading] = found[1]
        lost = [row for row in having if ROUNDED.fullmatch(rows[row][heading])]
        if lost:
            text, line = rows[lost[0]][heading], lines[lost[0]]
            more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
            why = (
                "a spreadsheet has rounded it, and nobody is found by it."
                " Download the list again"
            )
            yield (
                f'line {line}{more}: {text} in the column "{heading}" is no whole id:'
                f" {why}"
            )
        for row in lost:
            rows[row][heading] = ""


def _is_moodles_in_another_language(table: Csv) -> bool:
    """Whether it is Moodle's worksheet: first "Participant 12345", then names, and
    somewhere grades and the maximum.
    """
    whose = [table.plain(row, 0) for row in table.filled()]
    words = {each.rstrip("0123456789") for each in whose}
    is_own = len(words) == 1 and len("".join(words)) > 1 and not words & {*whose}
    is_known = {MOODLE.own, *NAMES, *EMAILS} & {
        heading.lower() for heading in table.headings[:2]
    }
    return is_own and not is_known and bool(graded_columns(table))


def graded_columns(table: Csv) -> list[int]:
    """The columns in which Moodle's grades may stand: nothing else is in them, and the
    maximum is in the next one.
    """
    columns = [
        {table.plain(row, place).strip() for row in table.filled()}
        for place in range(len(table.headings))
    ]
    of_numbers = [
        all(number(each or "0") is not None for each in column - {"-"})
        for column in columns
    ]
    maxima = [len(most) == 1 and bool(number(*most)) for most in columns]
    return [
        place
        for place in range(2, len(columns) - 1)
        if of_numbers[place] and maxima[place + 1]
    ]


def _student(fields: Mapping[str, str], platform: Platform) -> Student | None:
    """Return whose a row is; None if it is nobody's.

    fields: by headings, which are in lower case and without underscores.
    """
    ids: list[Identity] = []
    own_number = _own_number(fields, platform)
    if own_number:
        ids.append(Identity(platform.own_kind, own_number))
    ids += _identities_in(fields, platform)

    email = _first_field(fields, EMAILS) or _first_value(ids, {EMAIL})
    name = _first_field(fields, NAMES)
    if not name:
        first_name = _first_field(fields, FIRST)
        last_name = _first_field(fields, LAST)
        name = f"{first_name} {last_name}".strip()
    if not name:
        name = _first_value(ids, {NAME})
    other_kinds = {identity.kind for identity in ids}
    other_kinds -= {platform.own_kind, EMAIL, NAME}
    number = _first_value(ids, other_kinds) or own_number

    shown = name or email or number
    if name == NO_STUDENT or not shown:
        return None
    compared = tuple(
        identity
        for identity in ids
        if identity != (EMAIL, email) and identity.kind != NAME
    )
    return Student(shown, email, number, compared)


def _own_number(fields: Mapping[str, str], platform: Platform) -> str:
    """Return the platform's own number of a student, as 12345 of Participant 12345.

    The word before it may be in any language. "" where there is no number.
    """
    if not platform.own:
        return ""
    field = fields.get(platform.own, "")
    word = field.rstrip("0123456789")
    return field.removeprefix(word)


def _first_field(fields: Mapping[str, str], headings: Iterable[str]) -> str:
    """Return the first field below one of these headings that is not empty."""
    for heading in headings:
        if fields.get(heading):
            return fields[heading]
    return ""


def _first_value(ids: Iterable[Identity], kinds: Collection[str]) -> str:
    """Return the value of the first identity of one of these kinds; "" for none."""
    for identity in ids:
        if identity.kind in kinds:
            return identity.value
    return ""


def _identities_in(fields: Mapping[str, str], platform: Platform) -> Iterator[Identity]:
    """Yield the identities in a row's fields, but the platform's own number and what is
    in columns of addresses.
    """
    if GITHUB in fields:
        for heading in OF_CLASSROOM:
            if text := fields.get(heading, ""):
                yield Identity(_kind_of_identifier(text), text)
    is_from_canvas = not {CANVAS_ID, CANVAS_LOGIN}.isdisjoint(fields)
    for heading, usual in KINDS.items():
        text = fields.get(heading, "")
        if ORG_DEFINED_ID in fields:
            text = text.removeprefix(
                "#"
            )  # which Brightspace writes before ids and logins
        if not text or heading == platform.own:
            continue
        kind = CANVAS_NUMBER if heading == "id" and is_from_canvas else usual
        yield Identity(EMAIL if "@" in text else kind, text)


def _kind_of_identifier(text: str) -> str:
    """Return the kind of what GitHub Classroom calls a student by."""
    if "@" in text:
        return EMAIL
    return NAME if re.search(r"\s", text) else UNIVERSITY_ID


# --- What the course staff change of single students' grades ---

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
FORMS = "write points +2, score 34, extension 48h or excused"


def read_overrides(
    file: Path, students: Iterable[Student]
) -> tuple[Overrides, list[tuple[int, str]]]:
    """Return each student's overrides, in order, and the lines that are nobody's.

    A line is its number and whom it names. Raise WrongUsage and InvalidExercises.
    """
    overrides = defaultdict[Student, tuple[Override, ...]](tuple)
    nobodys: list[tuple[int, str]] = []
    mistakes: list[Mistake] = []
    find = finder(students)
    table = read_csv(file)
    if not {*COLUMNS} <= {heading.lower() for heading in table.headings}:
        reason = f"the first line must name the columns {', '.join(COLUMNS)}"
        raise InvalidExercises([Mistake(file, "line 1", reason)])
    for (line, fields), row in zip(table.records(), table.rows[1:], strict=True):
        named, change, reason = (
            visible_name(fields[column], limits.LONGEST_FIELD) for column in COLUMNS
        )
        if not (named or change or reason):
            continue
        has_more_fields = any(row[len(table.headings) :])
        mistake = _mistake_in_override(named, change, reason, has_more_fields)
        if mistake:
            mistakes.append(Mistake(file, f"line {line}", mistake))
            continue
        student = find(named)
        if student is None:
            nobodys.append((line, named))
        else:
            overrides[student] += (_override(change, reason),)
    if mistakes:
        raise InvalidExercises(mistakes)
    return overrides, nobodys


def _mistake_in_override(
    student: str, change: str, reason: str, has_more_fields: bool
) -> str:
    """Return what is wrong with a line of overrides; "" if nothing is."""
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
    """Return the override that a change is, which `CHANGE` must match."""
    match = CHANGE.fullmatch(_in_small_letters(change))
    assert match is not None
    kind: Any = match.lastgroup
    digits = re.findall(r"[-\d.]", match[0])
    number = float("".join(digits) or 0)
    return Override(kind, number, match[0], reason)


def _in_small_letters(change: str) -> str:
    """Return a change in lower case, with single blanks."""
    return " ".join(change.lower().split())
