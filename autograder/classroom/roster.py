"""Reads the list of a class, a CSV file, so that nothing of it is lost, and finds whose submissions and changes are."""

import codecs
import os
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from autograder import limits
from autograder.classroom.discovery import platform_entry
from autograder.classroom.records import UNREAD, HandIn, Override, Overrides, Student
from autograder.errors import InvalidExercises, Mistake, WrongUsage
from autograder.files import open_regular
from autograder.text import visible_name

MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
WINDOWS = "cp1252"
"""What Excel writes where nobody asks it for UTF-8."""
LINE_END = "\r\n|\r|\n"
FIELD = r'("[^"]*(?:""[^"]*)*"(?!")[^{0}\r\n]*|[^"{0}\r\n][^{0}\r\n]*|)({0}|\r\n|\r|\n|\Z)'
"""A field as it is written, quoted or not, and the separator or the end of the line."""


class Csv:
    """A CSV file of which nothing is lost: a field that is not set is written back as it was, quotes included."""

    def __init__(self, content: bytes) -> None:
        """Raises ValueError where it cannot be read."""
        self.encoding = next((encoding for mark, encoding in MARKS.items() if content.startswith(mark)), "utf-8")
        try:
            text = content.decode(self.encoding)
        except UnicodeDecodeError:
            self.encoding = WINDOWS
            text = content.decode(WINDOWS)
        self._mark = text[: text.startswith("\ufeff")]
        text = text[len(self._mark) :]
        first_line = re.split("[\r\n]", re.sub('"[^"]*"', "", text), maxsplit=1)[0]
        self._separator = max(",;\t", key=first_line.count)
        self.rows: list[list[str]] = [[]]  # headings first, as they are written, which Python's csv module forgets
        self._ends: list[str] = []
        field, at, after = re.compile(FIELD.format(self._separator)), 0, self._separator
        while after:
            found = field.match(text, at)
            if found is None:
                raise ValueError(f"line {len(re.findall(LINE_END, text[:at])) + 1}: a quotation mark is not closed")
            self.rows[-1].append(found[1])
            at, after = found.end(), found[2]
            if after != self._separator:
                self._ends.append(after)
                self.rows += [[]] if after else []
        self.headings = [self.plain(0, column).strip() for column in range(len(self.rows[0]))]

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
        is_quoted = fields[column].startswith('"') or re.search(f'["\r\n{self._separator}]', text)
        fields[column] = '"{}"'.format(text.replace('"', '""')) if is_quoted else text

    def content(self) -> bytes:
        """The file."""
        rows = (self._separator.join(fields) + end for fields, end in zip(self.rows, self._ends, strict=True))
        return (self._mark + "".join(rows)).encode(self.encoding, "replace")  # only what was set may not fit

    def records(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Each row after the first: its line in the file, and its fields without blanks by headings in lower case."""
        line = 1
        for row in range(1, len(self.rows)):
            line += 1 + "".join(self.rows[row - 1]).count("\n")
            yield line, {each.lower(): self.plain(row, column).strip() for column, each in enumerate(self.headings)}


def read_csv(file: Path) -> Csv:
    """Reads a CSV file. Raises WrongUsage."""
    shown = visible_name(str(file), limits.LONGEST_MESSAGE)
    try:
        with open_regular(Path(os.path.realpath(file))) as opened:
            return Csv(opened.read())
    except OSError as error:
        raise WrongUsage(f"{shown}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise WrongUsage(f"{shown}: byte {error.start} is no text; save it as CSV UTF-8") from None
    except ValueError as error:
        raise WrongUsage(f"{shown}: {error}") from None


def number(text: str) -> float | None:
    """A number, whichever mark its decimals have; None for any other text, and for 1,000, which may be two numbers."""
    may_be_two = re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", text)
    return float(text.replace(",", ".")) if re.fullmatch(r"\d+([.,]\d+)?", text) and not may_be_two else None


class Platform(NamedTuple):
    """What a platform's file is known by. Headings are in lower case.

    needs: headings that no other file has together. own: that of the platform's own number of a student. grade, maximum
    and comment: those of the columns that are written, and read for the scale. next_step: where the file goes.
    """

    name: str
    needs: tuple[str, ...] = ()
    own: str = ""
    grade: str = ""
    maximum: str = ""
    comment: str = ""
    next_step: str = ""


CANVAS = Platform("Canvas", ("id", "sis login id", "section"), "id", next_step="Import it in Canvas under Grades.")
UPLOAD = "In Moodle choose Upload grading worksheet, and there that records may be updated."
OF_MOODLE = ("identifier", "grade", "maximum grade", "feedback comments")
MOODLE = Platform("Moodle", OF_MOODLE[:2], *OF_MOODLE, UPLOAD)
GRADESCOPE = Platform("Gradescope", ("total score", "max points"), grade="total score", maximum="max points")
ANY = Platform("", grade="score", maximum="max_score")

NAMES = ("name", "student", "full name", "student name", "display name")
FIRST, LAST = ("first name", "given name", "firstname"), ("last name", "surname", "family name", "lastname")
EMAILS = ("email", "e-mail", "email address", "e-mail address")
LOGIN = "sis login id"
NUMBERS = ("sis user id", LOGIN, "id", "sid", "student id", "number", "id number", "student number", "username")
"""Headings of columns in lower case, as Gradescope, Canvas and Moodle write them."""
WHOSE = {*NAMES, *FIRST, *LAST, *EMAILS, *NUMBERS, MOODLE.own}
NO_STUDENT = "Points Possible"
"""What stands for a name in the row of Canvas' gradebook that holds each column's points."""


class Roster(NamedTuple):
    """A list of the class: the file, the platform that gave it, and whose each row is, None where it is nobody's."""

    table: Csv
    platform: Platform
    students: Sequence[Student | None]

    def everyone(self) -> list[Student]:
        """Each student once: one in two sections has two rows. Two of whom only one name is known are two."""
        known = [student for student in self.students if student is not None]
        told_apart = dict.fromkeys(student for student in known if student.email or student.number)
        return [*told_apart, *(student for student in known if student not in told_apart)]


def read_roster(file: Path) -> Roster:
    """Reads a roster. Raises WrongUsage."""
    table, shown = read_csv(file), visible_name(str(file), limits.LONGEST_MESSAGE)
    is_translated = _is_moodles_in_another_language(table)
    if is_translated:
        table.headings[:2] = MOODLE.own, NAMES[0]
    headings = [heading.lower() for heading in table.headings]
    if WHOSE.isdisjoint(headings):
        found = visible_name(", ".join(table.headings), limits.LONGEST_MESSAGE) or "nothing"
        known = "name, email and id (or first name and last name), in English"
        words = f"It needs {known}; of Moodle take the grading worksheet, which is known in any language."
        raise WrongUsage(f"{shown}: its first line names no column of a roster, but {found}. {words}")
    fitting = (each for each in (CANVAS, MOODLE, GRADESCOPE, ANY) if {*each.needs} <= {*headings})
    platform = MOODLE if is_translated else next(fitting)
    for heading, many in Counter(headings).items():
        if heading and heading in (*WHOSE, *platform[2:6]) and many > 1:
            words = f'{many} columns are called "{heading}", and which one is meant is not guessed; rename the others'
            raise WrongUsage(f"{shown}: {words}")
    return Roster(table, platform, [None, *(_student(fields, platform) for _, fields in table.records())])


def _is_moodles_in_another_language(table: Csv) -> bool:
    """Whether it is Moodle's worksheet: first "Participant 12345", then names, and somewhere grades and the maximum."""
    whose = [table.plain(row, 0) for row in table.filled()]
    words = {each.rstrip("0123456789") for each in whose}
    is_own = len(words) == 1 and len("".join(words)) > 1 and not words & {*whose}
    is_known = {MOODLE.own, *NAMES, *EMAILS} & {heading.lower() for heading in table.headings[:2]}
    return is_own and not is_known and bool(graded_columns(table))


def graded_columns(table: Csv) -> list[int]:
    """The columns in which Moodle's grades may stand: nothing else is in them, and the maximum is in the next one."""
    columns = [{table.plain(row, place).strip() for row in table.filled()} for place in range(len(table.headings))]
    of_numbers = [all(number(each or "0") is not None for each in column - {"-"}) for column in columns]
    maxima = [len(most) == 1 and bool(number(*most)) for most in columns]
    return [place for place in range(2, len(columns) - 1) if of_numbers[place] and maxima[place + 1]]


def _student(fields: Mapping[str, str], platform: Platform) -> Student | None:
    def first_of(headings: Iterable[str]) -> str:
        return next((fields[heading] for heading in headings if fields.get(heading)), "")

    own = fields.get(platform.own, "")
    own = own[len(own.rstrip("0123456789")) :]  # of Participant 12345, in whatever language
    login = fields.get(LOGIN, "")
    email = first_of(EMAILS) or login * ("@" in login)
    number = first_of(heading for heading in NUMBERS if heading != platform.own and fields.get(heading) != email) or own
    name = first_of(NAMES) or f"{first_of(FIRST)} {first_of(LAST)}".strip()
    ids = [f"{platform.name} {own}"] * bool(own) + [f"number {login.lower()}"] * bool(login)
    is_one = name != NO_STUDENT and (name or email or number)
    return Student(name or email or number, email, number, tuple(ids)) if is_one else None


def finder(roster: Iterable[Student]) -> Callable[[Student], tuple[str, Student] | None]:
    """Says by which key, and as whom, a roster knows a student; None for nobody, or not one alone."""
    by_key = defaultdict[str, list[Student]](list)
    for student in roster:
        for key in dict.fromkeys([*student.ids, *_keys(student, is_on_roster=True)]):
            by_key[key].append(student)
    kinds = {key.partition(" ")[0] for key in by_key}

    def find(student: Student) -> tuple[str, Student] | None:
        own = [identity for identity in student.ids if identity.partition(" ")[0] in kinds]
        return next(((key, by_key[key][0]) for key in own or _keys(student) if len(by_key[key]) == 1), None)

    return find


def in_doubt(strangers: Iterable[Student], roster: Sequence[Student]) -> set[Student]:
    """The students on a roster whom one of these may be, of whom it is not known who they are."""
    kinds = {identity.partition(" ")[0] for student in roster for identity in student.ids}
    unknown = (each for each in strangers if kinds.isdisjoint(identity.partition(" ")[0] for identity in each.ids))
    keys = {key for student in unknown for key in _keys(student)}
    return {student for student in roster if not keys.isdisjoint(_keys(student))}


def unread(entries: Iterable[tuple[str, str]], roster: Sequence[Student]) -> dict[Student, str]:
    """A note for each student on a roster whose hand-in may be one of these entries, which are none, with reasons."""
    find, notes = finder(roster), dict[Student, str]()
    for name, why in entries:
        entry = platform_entry(name)
        student = entry.students[0] if entry else Student(Path(name).stem)
        found = find(student)
        notes |= dict.fromkeys([found[1]] if found else in_doubt([student], roster), f"{UNREAD}{name}: {why}")
    return notes


def matched(
    hand_ins: Sequence[HandIn], roster: Sequence[Student]
) -> tuple[dict[tuple[str, Student], Student], list[Student], list[HandIn]]:
    """Matches submissions with a roster. A name decides only where nobody else, on either side, has the same.

    Returns the student on the roster for each student of each submission (by the submission's name and the student),
    the students who handed in nothing, and the submissions of somebody who is not on the roster.
    """
    find = finder(roster)
    handed_in = [(hand_in.name, student) for hand_in in hand_ins for student in hand_in.students]
    meant = {whose: found for whose in handed_in if (found := find(whose[1])) is not None}
    claims = Counter(known for _, known in meant.values())
    whom = {whose: known for whose, (key, known) in meant.items() if claims[known] == 1 or not key.startswith("name ")}
    present = set(whom.values())
    strangers = [each for each in hand_ins if not all((each.name, student) in whom for student in each.students)]
    return whom, [student for student in roster if student not in present], strangers


def _keys(student: Student, *, is_on_roster: bool = False) -> list[str]:
    """The keys that identify a student, the most reliable first. Of a name, case, accents and order do not count.

    Canvas and Moodle export no address, and numbers of their own: without an address a name comes before a number.
    What stands before an address's @ may be somebody's number, but no two addresses are the same for it.
    """
    email, kinds = student.email.lower(), ("number",) if is_on_roster else ("number", "login")
    emails = [f"email {each}" for each in (email, student.name.lower()) if each] if email or "@" in student.name else []
    numbers = [f"{kind} {student.number.lower()}" for kind in kinds if student.number]
    numbers += [f"{'login' if is_on_roster else 'number'} {email.partition('@')[0]}"] if email else []
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFKD", student.name).casefold())
    names = [f"name {' '.join(sorted(words))}", f"name {''.join(words)}"] if words else []
    names += [f"{kind} {student.name.lower()}" for kind in kinds if words]
    names += [f"name {words[-1]}{''.join(words[:-1])}"] if len(words) > 1 else []
    return list(dict.fromkeys([*emails, *(numbers if email else names), *(names if email else numbers)]))


# --- What the course staff change of single students' grades, after whatever was graded ---

OVERRIDES = "overrides.csv"
COLUMNS = ("student", "change", "reason")
DECIMAL = r"\d{1,6}(?:\.\d{1,4})?"
CHANGE = re.compile(
    rf"(?P<points>points [+-]{DECIMAL})|(?P<score>score {DECIMAL})"
    rf"|(?P<extension>extension {DECIMAL}h)|(?P<excused>excused)"
)
TOO_MANY = "more fields than the first line has; a reason with a comma in it needs quotation marks around it"
FORMS = "write points +2, score 34, extension 48h or excused"


def read_overrides(file: Path, students: Iterable[Student]) -> tuple[Overrides, list[tuple[int, str]]]:
    """Each student's overrides, in order, and the lines that are nobody's. Raises WrongUsage and InvalidExercises."""
    whose, unknown, find = defaultdict[Student, tuple[Override, ...]](tuple), list[tuple[int, str]](), finder(students)
    table, mistakes = read_csv(file), []
    if not {*COLUMNS} <= {heading.lower() for heading in table.headings}:
        raise InvalidExercises([Mistake(file, "line 1", f"the first line must name the columns {', '.join(COLUMNS)}")])
    for (line, fields), row in zip(table.records(), table.rows[1:], strict=True):
        student, change, reason = (visible_name(fields[column], limits.LONGEST_FIELD) for column in COLUMNS)
        found = CHANGE.fullmatch(" ".join(change.lower().split()))
        if not (student or change or reason):
            continue
        if not student or not reason:
            words = "say whose grade it changes" if not student else "give a reason, which the student's page says"
            mistakes.append(Mistake(file, f"line {line}", words))
        elif any(row[len(table.headings) :]):
            mistakes.append(Mistake(file, f"line {line}", TOO_MANY))
        elif found is None:
            mistakes.append(Mistake(file, f"line {line}", f'"{change}" is no change; {FORMS}'))
        elif known := find(Student(student)):
            kind: Any = found.lastgroup
            number = float("".join(re.findall(r"[-\d.]", found[0])) or 0)
            whose[known[1]] += (Override(kind, number, found[0], reason),)
        else:
            unknown.append((line, student))
    if mistakes:
        raise InvalidExercises(mistakes)
    return whose, unknown
