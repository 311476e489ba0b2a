"""Reads the names that platforms give to the files and folders of students.

Such a name may tell the student, the time and the attempt.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from autograder.classroom.dates_in_names import times_in
from autograder.classroom.lateness import parse_time
from autograder.classroom.records import (
    BRIGHTSPACE_NUMBER,
    CANVAS_NUMBER,
    FOLDER,
    LOGIN,
    MOODLE_NUMBER,
    HandIn,
    Identity,
    Student,
)
from autograder.classroom.times import TIMESTAMP
from autograder.core.text import named

CANVAS_NAME = re.compile(
    r"(?P<student>.+?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<submission>\d+)_(?P<file>.+)",
    re.DOTALL,
)
MOODLE_NAME = re.compile(
    r"(?P<student>.+?)_(?P<user>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)",
    re.DOTALL,
)
"""As in lastname_LATE_12345_67890_alphabeta.py and Name
Surname_12345_assignsubmission_file_. Not greedy, as students choose the name of their
file, which comes last, and may imitate such a name in it.
"""
BLACKBOARD_NAME = re.compile(
    r"(?P<whose>.[^_]*_.+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)",
    re.DOTALL,
)
"""As in Homework 5_ada1_attempt_2026-11-20-10-00-00_alphabeta.py; the .txt without a
file's name is a receipt. The first _ after the first character is as good as any, and
to try others would take the square of a name's length.
"""
IN_A_PIECE = r"(?:(?! - ).)*"
DATED = rf"(?P<time>{IN_A_PIECE}\d{{3}}{IN_A_PIECE})"
BRIGHTSPACE_NAME = re.compile(
    rf"(?P<user>\d+)-\d+ - (?P<student>.+?) - {DATED}(?: - (?P<file>.+))?", re.DOTALL
)
BRIGHTSPACE_FOLDER = re.compile(
    rf"(?P<user>\d+)-\d+ - (?P<student>.+) - {DATED}", re.DOTALL
)
"""As in 12345-678 - Ada Example - Nov 20, 2026 1159 PM, a folder, or with -
alphabeta.py behind it, a file. In other languages the dates have other forms.
"""
SAKAI_NAME = re.compile(r"(?P<student>.+)\((?P<login>[^()]+)\)", re.DOTALL)
"""As in Example, Ada(ada1), a folder.

Greedy, as only the login, which comes last, is no student's choice.
"""
MATES = re.compile(r"\); (?=[^()]*,)")
"""The end of a member's login, and the beginning of the next one's name.

As in Example, Ada(ada1); Other, Bo(bo1), the folder of a group.
"""
ATTACHMENTS = "Submission attachment(s)"
"""Sakai's name for the folder of the files that a student handed in."""
OF_SAKAI = (ATTACHMENTS, TIMESTAMP)
"""Sakai's folder of a student has one of these names in it, or both."""
DATE_NOT_READ = "the date {date} cannot be read with certainty"
AGAIN = re.compile(r"\A(?P<stem>[A-Za-z_]\w*)-(?P<number>\d+)(?P<suffix>\.\w+)\Z")
"""How Canvas renames a file that is handed in again.

No module's own name has a hyphen.
"""
FEEDBACK = "feedback.html"
"""The end of the name under which a platform takes a student's page back.

The beginning is the platform's part of an exported file's name.
"""


def platform_entry(
    name: str, patterns: Sequence[re.Pattern[str]] | None = None
) -> HandIn | None:
    """Return the submission that a platform's name of a file or folder tells, or None.

    patterns: those of the possible platforms; None for all in `FILES`.
    """
    matches = []
    for pattern in FILES if patterns is None else patterns:
        match = pattern.fullmatch(name)
        if match is not None:
            matches.append(match)
    if not matches:
        return None
    # If several fit, take the one whose platform's part ends first: the student chose
    # the rest, which may imitate another platform.
    match = min(matches, key=_chosen_from)
    return READERS[match.re](match)


def _chosen_from(match: re.Match[str]) -> int:
    """Return the position of the name that the student chose for a file.

    Return the end of the text if there is no such name.
    """
    if match.groupdict().get("file") is None:
        return len(match.string)
    return match.start("file")


def _of_canvas(match: re.Match[str]) -> HandIn:
    student = _numbered(match, CANVAS_NUMBER)
    feedback = f"{match.string.removesuffix(match['file'])}{FEEDBACK}"
    hand_in = _exported(f"{student.name}_{student.number}", student, match)
    return hand_in._replace(
        late=bool(match["late"]), feedback=feedback, submission=int(match["submission"])
    )


def _of_moodle(match: re.Match[str]) -> HandIn:
    """Return the hand-in that Moodle's name of a file or a folder tells of."""
    student = _numbered(match, MOODLE_NUMBER)
    before_file = match.string.removesuffix(match["file"])
    if not match["file"]:  # a folder's name
        before_file += "/"
    hand_in = _exported(f"{student.name}_{student.number}", student, match)
    return hand_in._replace(feedback=f"{before_file}{FEEDBACK}")


def _of_blackboard(match: re.Match[str]) -> HandIn:
    """Return the submission that Blackboard's name tells.

    Titles and logins may have underscores, so each end of the text may be the login.
    """
    pieces = match["whose"].split("_")
    logins = ["_".join(pieces[start:]) for start in range(len(pieces) - 1, 0, -1)]
    student = Student(logins[0], ids=tuple(Identity(LOGIN, login) for login in logins))
    clock = "{}-{}-{}T{}:{}:{}".format(*match["time"].split("-"))
    return _attempt(_exported(logins[0], student, match), [clock])


def _of_brightspace(match: re.Match[str]) -> HandIn:
    """Return the hand-in that Brightspace's name tells of, yet without its time."""
    student = _numbered(match, BRIGHTSPACE_NUMBER)
    return _exported(f"{student.name}_{student.number}", student, match)


def with_dates(exported: Iterable[HandIn]) -> list[HandIn]:
    """Return submissions; those of Brightspace with the times in their names.

    The times are read by the one form that all names have. A student may write a time
    into the name of a file or of a person, so the latest in a name is taken: an earlier
    one must not make it punctual.
    """
    exported = [*exported]
    dates = [_brightspaces_date(hand_in) for hand_in in exported]
    times = iter(times_in([date for date in dates if date]))
    dated: list[HandIn] = []
    for hand_in, date in zip(exported, dates, strict=True):
        time = next(times) if date else None
        if time is not None:
            pieces = hand_in.file.split(" - ")
            others = filter(None, (times_in([piece])[0] for piece in pieces))
            latest = max([time, *others])
            hand_in = _attempt(hand_in, [latest.isoformat()])
        elif date:
            untimed = DATE_NOT_READ.format(date=named(date))
            hand_in = hand_in._replace(untimed=untimed)
        dated.append(hand_in)
    return dated


def _brightspaces_date(hand_in: HandIn) -> str:
    """Return the date in Brightspace's name of a file or a folder; "" in another's."""
    kinds = {identity.kind for identity in hand_in.students[0].ids}
    if BRIGHTSPACE_NUMBER not in kinds:
        return ""
    pattern = BRIGHTSPACE_NAME if hand_in.original else BRIGHTSPACE_FOLDER
    match = pattern.fullmatch(hand_in.file)
    return match["time"] if match else ""


def _of_sakai(match: re.Match[str]) -> HandIn:
    """Return the submission that Sakai's name of a folder tells.

    It may be a group's, with several students.
    """
    *others, last = MATES.split(match.string)
    members = [f"{other})" for other in others] + [last]
    matches = [SAKAI_NAME.fullmatch(member) for member in members]
    students = tuple(
        Student(member["student"], ids=(Identity(LOGIN, member["login"]),))
        for member in matches
        if member is not None
    )
    name = " ".join(student.ids[0].value for student in students)
    return HandIn(name, students, Path(match.string), match.string)


def _numbered(match: re.Match[str], kind: str) -> Student:
    """Return a student by the name and the platform's own number."""
    identity = Identity(kind, match["user"])
    return Student(match["student"], number=match["user"], ids=(identity,))


def _exported(name: str, student: Student, match: re.Match[str]) -> HandIn:
    original = match.groupdict().get("file") or ""
    return HandIn(name, (student,), Path(match.string), match.string, original=original)


def _attempt(hand_in: HandIn, clocks: Iterable[str]) -> HandIn:
    """Return a file or a folder of an attempt, with its time.

    clocks: the times in its name, without a zone. A student may write one into
    the name of a file or of a person, so the latest is taken: an earlier one must not
    make it punctual.
    """
    times = [time for time in map(read_time, clocks) if time is not None]
    if not times:
        return hand_in
    latest = max(times)
    number = int(f"{latest:%Y%m%d%H%M%S}")
    return hand_in._replace(at=latest, submission=number, is_zone_unknown=True)


READERS = {
    CANVAS_NAME: _of_canvas,
    MOODLE_NAME: _of_moodle,
    BLACKBOARD_NAME: _of_blackboard,
    BRIGHTSPACE_NAME: _of_brightspace,
    BRIGHTSPACE_FOLDER: _of_brightspace,
    SAKAI_NAME: _of_sakai,
}
"""The functions that make a hand-in of a match, by the pattern that matched."""
FILES = (CANVAS_NAME, MOODLE_NAME, BLACKBOARD_NAME, BRIGHTSPACE_NAME)
"""The names that platforms give files."""
FOLDERS: tuple[re.Pattern[str], ...] = (MOODLE_NAME, BRIGHTSPACE_FOLDER)
"""The names that platforms give folders.

Sakai's folders are known by their contents, too.
"""


def original_names(names: Iterable[str]) -> dict[str, str]:
    """Return the newest of each of a student's files.

    The keys are the names before Canvas numbered them.
    """
    newest = {}
    for name in sorted(names, key=_age_by_number):
        newest[AGAIN.sub(r"\g<stem>\g<suffix>", name)] = name
    return newest


def _age_by_number(name: str) -> tuple[int, str]:
    """Return how often Canvas numbered a file, and its name, to sort by."""
    match = AGAIN.match(name)
    return (int(match["number"]) if match else 0), name


def read_time(text: str) -> datetime | None:
    """Parse a time in ISO 8601; without a time zone it is this machine's.

    Return None for any other text.
    """
    time = parse_time(text)
    try:
        return time.astimezone() if time else None
    except (ValueError, OverflowError):
        return None


def exported_by_others(hand_ins: Iterable[HandIn], file: str) -> list[str]:
    """Return names that an unknown platform seems to have made, if there are several.

    file: the name of the file that students write. Such platforms put the student's
    name before it, or write a date.
    """
    stem = re.escape(Path(file).stem)
    behind_more = re.compile(rf".*[\W_]{stem}(-\d+)?\.\w+", re.DOTALL | re.IGNORECASE)
    with_date = re.compile(r".*(?<!\d)(20\d\d\D+\d|\d\D+20\d\d)(?!\d{3}).*", re.DOTALL)
    names = []
    for hand_in in hand_ins:
        kinds = [identity.kind for identity in hand_in.students[0].ids]
        name = hand_in.file
        is_like_one = behind_more.fullmatch(name) or with_date.fullmatch(name)
        if kinds == [FOLDER] and is_like_one:
            names.append(name)
    return names if len(names) > 1 else []
