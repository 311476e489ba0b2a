"""How learning platforms name what they export: Gradescope's metadata, Canvas' flat names, Moodle's folders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

from autograder.classroom.records import Student
from autograder.errors import WrongUsage
from autograder.text import visible_name

METADATA = "submission_metadata.yml"
CANVAS = re.compile(r"(?P<student>.+?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<submission>\d+)_(?P<file>.+)", re.DOTALL)
MOODLE = re.compile(
    r"(?P<student>.+?)_(?P<user>\d+)_assignsubmission_(?P<kind>file|onlinetext)_?(?P<file>.*)", re.DOTALL
)
"""Students choose the name of their file, which comes last: so what says whose it is ends where it first can."""
AGAIN = re.compile(r"(?P<stem>[A-Za-z_]\w*)-(?P<number>\d+)(?P<suffix>\.\w+)")
"""What Canvas makes of a file's name when it is handed in again; no module's own name has a hyphen."""


@dataclass(frozen=True)
class Entry:
    """What a file's or folder's name says.

    file: what it was called before the platform named it. submission: the platform's number, larger for what is newer.
    """

    student: Student
    file: str
    submission: int = 0
    late: bool = False
    is_text: bool = False


def canvas_entry(name: str) -> Entry | None:
    """What one of Canvas' names says: lastname_LATE_12345_67890_alphabeta.py; None for any other name."""
    found = CANVAS.fullmatch(name)
    if found is None:
        return None
    student = Student(found["student"], number=found["user"])
    return Entry(student, found["file"], int(found["submission"]), late=bool(found["late"]))


def moodle_entry(name: str) -> Entry | None:
    """What one of Moodle's names says: Name Surname_12345_assignsubmission_file_; None for any other name."""
    found = MOODLE.fullmatch(name)
    if found is None:
        return None
    return Entry(Student(found["student"], number=found["user"]), found["file"], is_text=found["kind"] == "onlinetext")


def platform_entry(name: str) -> Entry | None:
    """What a file's name says, by the platform whose part of it ends first: a student's file may be called anything."""
    found = [entry for entry in (canvas_entry(name), moodle_entry(name)) if entry is not None]
    return min(found, key=lambda entry: len(entry.student.name), default=None)


def original_names(names: Iterable[str]) -> dict[str, str]:
    """What a student's files were called before Canvas numbered them: of each name the newest, by the original name."""
    newest: dict[str, tuple[int, str]] = {}
    for name in sorted(names):
        again = AGAIN.fullmatch(name)
        original, number = (again["stem"] + again["suffix"], int(again["number"])) if again else (name, 0)
        newest[original] = max(newest.get(original, (-1, "")), (number, name))
    return {original: name for original, (_, name) in newest.items()}


@dataclass(frozen=True)
class Exported:
    """What Gradescope's metadata say of one submission's folder."""

    students: tuple[Student, ...]
    at: datetime | None


def gradescope_metadata(file: Path) -> dict[str, Exported]:
    """What Gradescope's metadata say, by the names of the folders. Raises WrongUsage where they cannot be read."""
    import yaml  # no other class needs it

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """Builds plain values alone, of whatever Ruby tags, too."""

    Loader.add_multi_constructor("!", _plain)
    try:
        # Loader is yaml's safe one.
        document = yaml.load(file.read_text("utf-8"), Loader=Loader)  # noqa: S506
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        why = " ".join(str(error).split())
        raise WrongUsage(f"{visible_name(str(file), 300)} cannot be read: {visible_name(why, 300)}") from None
    if not isinstance(document, dict):
        raise WrongUsage(f"{visible_name(str(file), 300)}: these are not Gradescope's metadata; export them again")
    return {str(folder): _exported(entry) for folder, entry in document.items()}


def _plain(loader: Any, tag: str, node: Any) -> object:
    import yaml

    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    return loader.construct_sequence(node, deep=True) if isinstance(node, yaml.SequenceNode) else node.value


def _exported(entry: object) -> Exported:
    fields = _by_plain_keys(entry)
    submitters = fields.get("submitters")
    people = [_by_plain_keys(person) for person in submitters] if isinstance(submitters, list) else []
    students = [
        Student(*(str(person.get(key) or "") for key in ("name", "email", "sid")))
        for person in people
        if any(person.get(key) for key in ("name", "email", "sid"))
    ]
    return Exported(tuple(students), _time(fields.get("created_at")))


def _by_plain_keys(entry: object) -> Mapping[str, object]:
    """The fields of what Ruby wrote, whose keys begin with a colon."""
    return {str(key).lstrip(":"): value for key, value in entry.items()} if isinstance(entry, dict) else {}


def _time(value: object) -> datetime | None:
    if isinstance(value, str):
        return read_time(value)
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=timezone.utc)
    return datetime(value.year, value.month, value.day, tzinfo=timezone.utc) if isinstance(value, date) else None


def read_time(text: str) -> datetime | None:
    """A time as ISO 8601 writes it; where it names no zone, that of this machine. None where it is none."""
    text = re.sub(r"(\.\d{6})\d+", r"\1", text.strip()).replace(" UTC", "+00:00")
    text = re.sub(r" ?Z$", "+00:00", text)
    try:
        return datetime.fromisoformat(re.sub(r" (?=[+-]\d\d:?\d\d$)", "", text)).astimezone()
    except (ValueError, OverflowError):
        return None
