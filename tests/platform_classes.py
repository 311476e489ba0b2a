"""Classes of any size as each platform exports them, with its list of grades, and a reader of that list.

Each class has all that happens to the facts of a student: see `Case`.
"""

import csv
import io
import zlib
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, timezone
from enum import Enum, auto
from functools import lru_cache
from hashlib import sha1
from pathlib import Path
from typing import NamedTuple

from tests.sets import SUBMISSIONS, written

DUE = datetime(2026, 11, 20, 23, 59, tzinfo=timezone.utc)
OUT_OF = 20
WORTH = 12
SCORES = {"textbook": 12, "no_pruning_1": 4, "constant_answer": 0}
"""The points of programs of tests/submissions in the quick set."""
WITH_EXTRA = "textbook with extra points"
EXTRA = 3
"""The points of the exercise that is extra."""
LATER = timedelta(days=2)
"""The time by which section B is due later than the others."""
PER_DAY = 0.1


class Case(Enum):
    """The ways in which a platform changes the facts of a student."""

    PLAIN = auto()
    WRONG = auto()
    NOTHING_RIGHT = auto()
    A_DAY_LATE = auto()
    WITHIN_THE_MINUTE = auto()
    CAPITALS = auto()
    LOST_ZEROS = auto()
    TWICE = auto()
    GROUP = auto()
    MATE = auto()
    LEFT = auto()
    ABSENT = auto()
    MISSPELT = auto()
    LATER_SECTION = auto()
    EXTRA_POINTS = auto()
    UNKNOWN_TIME = auto()
    NOT_RUN = auto()


class Person(NamedTuple):
    """A student: `id` and `login` as they are, whatever the platform's files make of them."""

    number: int
    case: Case

    @property
    def id(self) -> str:
        return f"00{self.number:05}"

    @property
    def login(self) -> str:
        return f"{self.number * 7919 % 100003:05}x{self.number % 7}"

    @property
    def last(self) -> str:
        return f"Family{chr(97 + self.number % 26)}{self.number}"

    @property
    def first(self) -> str:
        return ("Ada", "Bo", "José", "Wei")[self.number % 4]

    @property
    def email(self) -> str:
        return f"{self.login}@x.edu"

    @property
    def hands_in(self) -> bool:
        return self.case not in (Case.MATE, Case.LEFT, Case.ABSENT)

    @property
    def section(self) -> str:
        return "B" if self.case is Case.LATER_SECTION else "A"

    @property
    def program(self) -> str:
        if self.case is Case.EXTRA_POINTS:
            return WITH_EXTRA
        if self.case is Case.NOTHING_RIGHT:
            return "constant_answer"
        halved = (Case.WRONG, Case.TWICE)
        return "no_pruning_1" if self.case in halved else "textbook"

    @property
    def file(self) -> str:
        """The name of the program that was handed in."""
        return "hw4_final.py" if self.case is Case.NOT_RUN else "alphabeta.py"

    @property
    def at(self) -> datetime:
        """The time of the submission."""
        if self.case in (Case.A_DAY_LATE, Case.LATER_SECTION, Case.UNKNOWN_TIME):
            return DUE + timedelta(hours=20)
        if self.case is Case.WITHIN_THE_MINUTE:
            return DUE + timedelta(seconds=30)
        return DUE - timedelta(hours=self.number % 40 + 1)

    @property
    def points(self) -> float:
        """The grade that somebody with all the facts gives, out of `WORTH`."""
        if self.case in (Case.ABSENT, Case.LEFT):
            return 0
        late = PER_DAY if self.case is Case.A_DAY_LATE else 0
        return score_of(self.program) * (1 - late)


def score_of(program: str) -> float:
    """Return the points of a program, those of the extra exercise with them."""
    return WORTH + EXTRA if program == WITH_EXTRA else SCORES[program]


def people(size: int, platform: "Platform", *, all_have_owners: bool) -> list[Person]:
    """Return a class with each case at least once, and as many plain students as make up the size.

    all_have_owners: without the cases in which a submission's owner is not on the roster.
    """
    without = [Case.LOST_ZEROS, Case.MISSPELT] if all_have_owners else []
    if not platform.may_hide_times:
        without.append(Case.UNKNOWN_TIME)
    cases = [case for case in Case if case not in without]
    more = [Case.PLAIN, Case.WRONG, Case.A_DAY_LATE, Case.CAPITALS]
    while len(cases) < size:
        cases.append(more[len(cases) % len(more)])
    return [Person(number + 11, case) for number, case in enumerate(cases)]


class Handed(NamedTuple):
    """A file that a platform exports.

    person: who handed it in. text: the program. at: when. attempt: 1 for the first.
    """

    person: Person
    text: str
    at: datetime
    attempt: int


def handed_in(class_of: Sequence[Person]) -> list[Handed]:
    """Return all that a class handed in, the attempts that do not count among it."""
    files = []
    for person in class_of:
        if not person.hands_in:
            continue
        counting = Handed(person, source(person.program), person.at, 2)
        if person.case is Case.TWICE:
            earlier = counting.at - timedelta(hours=9)
            files.append(Handed(person, source("textbook"), earlier, 1))
        files.append(counting)
    return files


@lru_cache
def source(name: str) -> str:
    """Return the text of a program of tests/submissions."""
    if name == WITH_EXTRA:
        return f"{source('textbook')}# and more\n"
    return (SUBMISSIONS / name / "alphabeta.py").read_text("utf-8")


class Platform(NamedTuple):
    """How a platform exports a class, and how its list of grades looks.

    write: writes the export, and returns its folder. rows: of the list, below its headings.
    headings: of the list. grade: the heading of the grades' column, which --column names if
    is_named. delimiter, encoding, is_quoted: of the list's file. out_of: the most points in
    it. unknown: the cases in which nobody can know the owner of a submission. may_hide_times: whether
    an export may lack the time of a submission. takes_more: it takes a grade above the most points.
    """

    write: Callable[[Path, Sequence[Handed]], Path]
    headings: Sequence[str]
    row: Callable[[Person], list[str]]
    grade: str
    is_named: bool = False
    delimiter: str = ","
    encoding: str = "utf-8"
    is_quoted: bool = False
    out_of: float = OUT_OF
    unknown: frozenset[Case] = frozenset()
    may_hide_times: bool = False
    takes_more: bool = True

    @property
    def has_sections(self) -> bool:
        """Whether the platform's own list says the sections."""
        return {"Section", "Sections", "section"}.intersection(self.headings) != set()

    def table(self, class_of: Sequence[Person]) -> list[list[str]]:
        """Return the list of a class.

        A registrar has added who has left, sections, and a column that nobody knows.
        """
        added = ["Enrollment Status", "Nickname"]
        if not self.has_sections:
            added.append("Section")
        rows = [[*self.headings, *added]]
        if self.grade.startswith("Homework 4 (77)") and self.out_of:
            rows.append([*POINTS_POSSIBLE, *("" for _ in added)])
        for person in class_of:
            status = "Dropped" if person.case is Case.LEFT else "Active"
            fields = [status, f"Nick{person.number}", person.section]
            rows.append([*self.row(person), *fields[: len(added)]])
        return rows

    def content(self, rows: Sequence[Sequence[str]]) -> bytes:
        """Return the file of a list."""
        text = io.StringIO()
        if self.is_quoted:
            writer = csv.writer(text, delimiter=self.delimiter, quoting=csv.QUOTE_ALL)
        else:
            writer = csv.writer(text, delimiter=self.delimiter)
        writer.writerows(rows)
        return text.getvalue().encode(self.encoding)

    def read(self, content: bytes) -> list[list[str]]:
        """Return the rows of a list, as the platform reads its file."""
        text = io.StringIO(content.decode(self.encoding), newline="")
        return [*csv.reader(text, delimiter=self.delimiter, strict=True)]


POINTS_POSSIBLE = (
    "    Points Possible",
    "",
    "",
    "",
    "",
    f"{OUT_OF:.2f}",
    "(read only)",
)


def on_roster(person: Person, identity: str) -> str:
    """Return an identity as people and spreadsheets leave it in a list."""
    if person.case is Case.LOST_ZEROS:
        return identity.lstrip("0")
    return identity.upper() if person.case is Case.CAPITALS else identity


def in_export(person: Person, identity: str) -> str:
    """Return an identity as it stands in what was handed in, if people write it there."""
    return f"{identity[:-1]}z" if person.case is Case.MISSPELT else identity


# --- The platforms ---


def login_of(person: Person) -> str:
    """Return a login, one that a spreadsheet can shorten in the case that needs it."""
    return person.id if person.case is Case.LOST_ZEROS else f"u{person.login}"


def number_of(person: Person) -> str:
    """Return the platform's own number of a student."""
    return f"{5000 + person.number}"


def latest_of(files: Sequence[Handed]) -> list[Handed]:
    """Return the hand-ins that are left if a platform keeps the latest attempt alone."""
    return [*{handed.person: handed for handed in files}.values()]


def write_canvas(folder: Path, files: Sequence[Handed]) -> Path:
    for handed in files:
        person = handed.person
        student = f"{person.last}{person.first}".lower()
        is_late = handed.at >= DUE + timedelta(minutes=1)
        late = "_LATE" if is_late and person.section == "A" else ""
        user = number_of(person)
        submission = 9000 + 2 * person.number + handed.attempt
        again = "-1" if person.case is Case.TWICE and handed.attempt == 2 else ""
        file = f"{Path(person.file).stem}{again}.py"
        name = f"{student}{late}_{user}_{submission}_{file}"
        written(folder / name, handed.text)
    return folder


def write_moodle(folder: Path, files: Sequence[Handed]) -> Path:
    for handed in latest_of(files):
        person = handed.person
        name = f"{person.first} {in_export(person, person.last)}_{number_of(person)}"
        path = folder / f"{name}_assignsubmission_file_"
        written(path / person.file, handed.text)
    return folder


def moodle_row(person: Person) -> list[str]:
    at, status = "-", "No submission"
    has_time = person.case not in (Case.MISSPELT, Case.UNKNOWN_TIME)
    if person.hands_in and has_time:
        at = f"{person.at.astimezone():%A, %d %B %Y, %I:%M %p}"
        late = " - 20 hours late" if person.case is Case.A_DAY_LATE else ""
        status = f"Submitted for grading{late}"
    name = f"{person.first} {person.last}"
    start = [f"Participant {number_of(person)}", name, person.email, status]
    return [*start, "", f"{OUT_OF:.2f}", "Yes", at, "-", ""]


def write_gradescope(folder: Path, files: Sequence[Handed]) -> Path:
    metadata = "---\n"
    for handed in latest_of(files):
        person = handed.person
        name = f"submission_{70000 + person.number}"
        written(folder / name / person.file, handed.text)
        metadata += (
            f"{name}:\n  :submitters:\n  - :name: {person.first} {person.last}\n"
            f"    :sid: '{in_export(person, login_of(person))}'\n"
        )
        if person.case is not Case.UNKNOWN_TIME:
            at = f"{handed.at:%Y-%m-%d %H:%M:%S.000000000} Z"
            metadata += f"  :created_at: {at}\n"
    written(folder / "submission_metadata.yml", metadata)
    return folder


def write_blackboard(folder: Path, files: Sequence[Handed]) -> Path:
    for handed in files:
        login = in_export(handed.person, login_of(handed.person))
        at = f"{handed.at.astimezone():%Y-%m-%d-%H-%M-%S}"
        start = f"Homework 4_{login}_attempt_{at}"
        written(folder / f"{start}_{handed.person.file}", handed.text)
        written(folder / f"{start}.txt", "Name: …\n")
    return folder


def write_brightspace(folder: Path, files: Sequence[Handed]) -> Path:
    for handed in files:
        person = handed.person
        name = f"{person.first} {in_export(person, person.last)}"
        at = handed.at.astimezone()
        half = "PM" if at.hour >= 12 else "AM"
        clock = f"{(at.hour + 11) % 12 + 1}{at:%M} {half}"
        date = f"{at:%b} {at.day}, {at.year}"
        path = folder / f"{number_of(person)}-678 - {name} - {date} {clock}"
        written(path / person.file, handed.text)
    written(folder / "index.html", "<html>")
    return folder


def write_sakai(folder: Path, files: Sequence[Handed]) -> Path:
    for handed in latest_of(files):
        person = handed.person
        login = in_export(person, login_of(person))
        path = folder / f"{person.last}, {person.first}({login})"
        written(path / "Submission attachment(s)" / person.file, handed.text)
        if person.case is not Case.UNKNOWN_TIME:
            written(path / "timestamp.txt", f"{handed.at:%Y%m%d%H%M%S}000")
    written(folder / "grades.csv", "Homework 4,Points\n")
    return folder


def write_classroom50(folder: Path, files: Sequence[Handed]) -> Path:
    folder = folder.with_name("cs-search_submissions_2026_11_22_T_08_00_00")
    for handed in latest_of(files):
        person = handed.person
        name = in_export(person, login_of(person)).lower()
        clone = folder / f"cs-search-{name}"
        written(clone / person.file, handed.text)
        mark = 'classroom: "cs"\nassignment: "search"\n'
        written(clone / ".classroom50.yaml", mark)
        if person.case is not Case.UNKNOWN_TIME:
            _commit(clone, handed.at)
    written(folder / "scores.csv", "username,score\n")
    return folder


def _commit(clone: Path, at: datetime) -> None:
    """Write the files of a repository that tell the time of its last commit."""
    when = f"{int(at.timestamp())} +0000"
    content = f"tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nauthor A <a@x.edu> {when}\ncommitter A <a@x.edu> {when}\n\nSubmit\n"
    repository = clone / ".git"
    (repository / "objects").mkdir(parents=True)
    written(repository / "HEAD", "ref: refs/heads/main\n")
    commit = b"commit %d\0" % len(content.encode()) + content.encode()
    name = sha1(commit).hexdigest()
    written(repository / "objects" / name[:2] / name[2:], zlib.compress(commit))
    written(repository / "refs" / "heads" / "main", f"{name}\n")


PLATFORMS = {
    "canvas": Platform(
        write_canvas,
        (
            "Student",
            "ID",
            "SIS User ID",
            "SIS Login ID",
            "Section",
            "Homework 4 (77)",
            "Final Score",
        ),
        lambda person: [
            f"{person.last}, {person.first}",
            number_of(person),
            person.id,
            person.login,
            person.section,
            "",
            "",
        ],
        "Homework 4 (77)",
    ),
    "moodle": Platform(
        write_moodle,
        (
            "Identifier",
            "Full name",
            "Email address",
            "Status",
            "Grade",
            "Maximum grade",
            "Grade can be changed",
            "Last modified (submission)",
            "Last modified (grade)",
            "Feedback comments",
        ),
        moodle_row,
        "Grade",
        is_quoted=True,
        may_hide_times=True,
        takes_more=False,
    ),
    "gradescope": Platform(
        write_gradescope,
        (
            "First Name",
            "Last Name",
            "SID",
            "Email",
            "Sections",
            "Total Score",
            "Max Points",
            "Status",
        ),
        lambda person: [
            person.first,
            person.last,
            on_roster(person, login_of(person)),
            "",
            person.section,
            "",
            f"{OUT_OF:.1f}",
            "Missing",
        ],
        "Total Score",
        unknown=frozenset({Case.MISSPELT, Case.LOST_ZEROS}),
        may_hide_times=True,
    ),
    "blackboard": Platform(
        write_blackboard,
        (
            "Last Name",
            "First Name",
            "Username",
            "Availability",
            f"Homework 4 [Total Pts: {OUT_OF} Score] |123456",
        ),
        lambda person: [
            person.last,
            person.first,
            on_roster(person, login_of(person)),
            "Yes",
            "",
        ],
        f"Homework 4 [Total Pts: {OUT_OF} Score] |123456",
        is_named=True,
        delimiter="\t",
        encoding="utf-16",
        is_quoted=True,
        unknown=frozenset({Case.MISSPELT, Case.LOST_ZEROS}),
    ),
    "brightspace": Platform(
        write_brightspace,
        (
            "OrgDefinedId",
            "Username",
            "Last Name",
            "First Name",
            f"Homework 4 Points Grade <Numeric MaxPoints:{OUT_OF}>",
            "End-of-Line Indicator",
        ),
        lambda person: [
            f"#{person.id}",
            f"#{person.login}",
            person.last,
            person.first,
            "",
            "#",
        ],
        f"Homework 4 Points Grade <Numeric MaxPoints:{OUT_OF}>",
        is_named=True,
        unknown=frozenset({Case.MISSPELT}),
    ),
    "sakai": Platform(
        write_sakai,
        ("Student ID", "Student Name", f"Homework 4 [{OUT_OF}]", "* Homework 4"),
        lambda person: [
            on_roster(person, login_of(person)),
            f"{person.last}, {person.first}",
            "",
            "",
        ],
        f"Homework 4 [{OUT_OF}]",
        is_named=True,
        encoding="utf-8-sig",
        is_quoted=True,
        unknown=frozenset({Case.MISSPELT, Case.LOST_ZEROS}),
        may_hide_times=True,
    ),
    "classroom50": Platform(
        write_classroom50,
        (
            "username",
            "first_name",
            "last_name",
            "email",
            "section",
            "github_id",
            "role",
        ),
        lambda person: [
            on_roster(person, login_of(person)),
            person.first,
            person.last,
            person.email,
            person.section,
            f"{person.number}",
            "ta" if person.case is Case.LEFT else "student",
        ],
        "score",
        out_of=WORTH,
        unknown=frozenset({Case.MISSPELT, Case.LOST_ZEROS}),
        may_hide_times=True,
    ),
}
