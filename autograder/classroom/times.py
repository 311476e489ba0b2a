"""Reads the time of a submission from the files of a platform or a clone.

These are the roster that a platform wrote, Sakai's file beside a student's, and the
last commit of a clone.
"""

import os
import re
import subprocess
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

from autograder.classroom.lateness import parse_time
from autograder.classroom.records import HandIn, Student
from autograder.core.files import read_regular
from autograder.core.limits import GIT_SECONDS, LONGEST_TIME

TIMESTAMP = "timestamp.txt"
"""Sakai's file beside a student's files, with the time of the submission."""
DIGITS = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d*")
"""A time in Sakai's file, by Greenwich, as 20261120195900000."""
MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
WITHOUT_COLON = re.compile(r"([+-]\d\d)(\d\d)\s{0,9}\Z")
"""The offset in a time as Gradescope writes it: 2026-11-20 10:00:00 -0800."""
ZONE = re.compile(r"(Z|UTC|[+-]\d\d:?\d\d)\s{0,9}\Z")
"""The zone at the end of a time."""
MOODLES = re.compile(
    r"(?:\w+, )?"
    r"(?:(?P<day>\d\d?) (?P<month>[a-z]+)|(?P<month_first>[a-z]+) (?P<second>\d\d?),)"
    r" (?P<year>\d{4}), (?P<hour>\d\d?):(?P<minute>\d\d)(?:\s*(?P<half>[ap])m)?",
    re.IGNORECASE,
)
"""A time in Moodle's worksheet, as Monday, 23 November 2026, 8:00 PM."""
REFERENCE = re.compile(r"ref: (refs/heads/[\w.+/-]+)")
OBJECT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
COMMITTED = re.compile(rb"^committer .* (\d{1,12}) [+-]\d{4}$", re.MULTILINE)


def time_of(text: str) -> datetime | None:
    """Return a time as platforms write it into their lists; None for other text.

    Without a zone it is this machine's.
    """
    time = parse_time(WITHOUT_COLON.sub(r"\1:\2", text)) or _moodles(text)
    try:
        return time.astimezone() if time else None
    except (ValueError, OverflowError):
        return None


def _moodles(text: str) -> datetime | None:
    """Return a time of Moodle's worksheet in English; None for other text."""
    match = MOODLES.fullmatch(" ".join(text.split()))
    if match is None:
        return None
    month = (match["month"] or match["month_first"]).title()[:3]
    day = int(match["day"] or match["second"])
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"].lower() == "p" else 0)
    try:
        number = MONTHS.split("|").index(month) + 1
        return datetime(int(match["year"]), number, day, hour, int(match["minute"]))
    except ValueError:  # there is no such month, day or hour
        return None


def time_beside(folder: Path) -> datetime | None:
    """Return the time in Sakai's file in a student's folder; None without any."""
    text = _text_of(folder / TIMESTAMP)
    match = DIGITS.fullmatch(text)
    if match is None:
        return time_of(text)
    try:
        return datetime(*map(int, match.groups()), tzinfo=timezone.utc)  # type: ignore[misc, arg-type]
    except ValueError:
        return None


def time_of_last_commit(folder: Path) -> datetime | None:
    """Return the time of the last commit of a clone; None if it cannot be read.

    Only the objects of the clone are read: its settings may name programs to run.
    """
    repository = folder / ".git"
    objects = repository / "objects"
    if not os.path.isdir(objects) or objects.is_symlink() or repository.is_symlink():
        return None
    commit = _last_commit(repository)
    if not commit:
        return None
    with TemporaryDirectory() as empty:
        _make_repository(Path(empty), os.path.realpath(objects))
        answer = _commit_in(empty, commit)
    match = COMMITTED.search(answer.partition(b"\n\n")[0])
    try:
        return datetime.fromtimestamp(int(match[1]), timezone.utc) if match else None
    except (ValueError, OverflowError, OSError):
        return None


def has_commit(folder: Path) -> bool:
    """Return whether a clone has a commit, with which its files must have come."""
    return _last_commit(folder / ".git") != ""


def _make_repository(folder: Path, objects: str) -> None:
    """Make an empty repository with the objects of another one."""
    (folder / "refs").mkdir()
    (folder / "objects" / "info").mkdir(parents=True)
    (folder / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    alternates = folder / "objects" / "info" / "alternates"
    alternates.write_bytes(os.fsencode(objects) + b"\n")


def _commit_in(repository: str, commit: str) -> bytes:
    """Return a commit's text; empty if it is not there, or there is no git."""
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": repository,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_DIR": repository,
    }
    try:
        done = subprocess.run(
            ["git", "cat-file", "commit", commit],  # noqa: S607 - where it is differs
            env=environment,
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=GIT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return b""
    return done.stdout if done.returncode == 0 else b""


def _last_commit(repository: Path) -> str:
    """Return the name of the commit that is checked out; "" if it cannot be read."""
    head = _text_of(repository / "HEAD")
    reference = REFERENCE.fullmatch(head)
    if reference is None:
        return head if OBJECT.fullmatch(head) else ""
    name = reference[1]
    if ".." in name:
        return ""
    commit = _text_of(repository / name)
    if OBJECT.fullmatch(commit):
        return commit
    packed = read_regular(repository / "packed-refs", 2**20) or b""
    for line in packed.decode("utf-8", "replace").splitlines():
        commit, _, of_commit = line.partition(" ")
        if of_commit == name and OBJECT.fullmatch(commit):
            return commit
    return ""


def _text_of(file: Path) -> str:
    """Return the text of a short file; "" if it is none."""
    return (read_regular(file, LONGEST_TIME) or b"").decode("utf-8", "replace").strip()


def with_times(
    hand_ins: Iterable[HandIn],
    whose: Mapping[tuple[str, Student], Student],
    written: Mapping[Student, str],
    late: Iterable[Student],
) -> list[HandIn]:
    """Return submissions with their times, as far as the roster or a clone says them.

    whose: the student on the roster, by a submission's name and its student. written:
    the time of a student's submission, as the roster has it. late: the students whom
    the roster calls late. Of several times the latest is taken.
    """
    late = {*late}
    timed: list[HandIn] = []
    for hand_in in hand_ins:
        if hand_in.at is None:
            submitters = [(hand_in.name, student) for student in hand_in.students]
            students = [whose[pair] for pair in submitters if pair in whose]
            texts = [written.get(name, "") for name in students]
            at = _latest_time(hand_in, texts)
            is_late = at is None and not late.isdisjoint(students)
            hand_in = hand_in._replace(
                at=at,
                late=hand_in.late or is_late,
                is_zone_unknown=any(map(_tells_no_zone, texts)),
            )
        timed.append(hand_in)
    return timed


def _tells_no_zone(text: str) -> bool:
    """Return whether a text is a time without a zone."""
    return time_of(text) is not None and ZONE.search(text) is None


def _latest_time(hand_in: HandIn, written: Iterable[str]) -> datetime | None:
    """Return the latest of the times that are written, or else of the last commit."""
    known = [time for time in map(time_of, written) if time is not None]
    at = max(known, default=None)
    if at is None and hand_in.is_plain:
        return time_of_last_commit(hand_in.path)
    return at
