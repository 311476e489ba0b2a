"""Reads what learning platforms export: names of files, Gradescope's metadata, and archives of a class."""

from __future__ import annotations

import contextlib
import os
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from autograder import limits
from autograder.classroom.records import Student
from autograder.errors import WrongUsage
from autograder.files import NO_ROOM
from autograder.sandbox.archives import Refused, check, write
from autograder.text import counted, table, visible_name

METADATA = "submission_metadata.yml"
CANVAS = re.compile(r"(?P<student>.+?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<submission>\d+)_(?P<file>.+)", re.DOTALL)
MOODLE = re.compile(
    r"(?P<student>.+?)_(?P<user>\d+)_assignsubmission_(?P<kind>file|onlinetext)_?(?P<file>.*)", re.DOTALL
)
"""As in lastname_LATE_12345_67890_alphabeta.py and Name Surname_12345_assignsubmission_file_. Not greedy, as students
choose the name of their file, which comes last, and may imitate such a name in it."""
AGAIN = re.compile(r"(?P<stem>[A-Za-z_]\w*)-(?P<number>\d+)(?P<suffix>\.\w+)")
"""How Canvas renames a file that is handed in again. No module's own name has a hyphen."""
FEEDBACK = "feedback.html"
"""A student's page as the platform takes it back, after what it put before the student's own name of a file."""

FULL = "there is no room; set TMPDIR to a folder that has some"


class PlatformEntry(NamedTuple):
    """What a platform's name of a file or a folder says.

    file: the name that the student gave it. feedback: what the platform takes back as feedback on it. submission: the
    platform's number of it; newer ones are larger. is_text: it was typed into a form.
    """

    student: Student
    file: str
    feedback: str
    submission: int = 0
    late: bool = False
    is_text: bool = False


def platform_entry(name: str, patterns: Sequence[re.Pattern[str]] = (CANVAS, MOODLE)) -> PlatformEntry | None:
    """Parses a name that a platform gave; None for any other name.

    Where both patterns match, the shorter student's name is right: the other match is in the name the student chose.
    """
    found = [match.groupdict() for pattern in patterns if (match := pattern.fullmatch(name)) is not None]
    if not found:
        return None
    parts = min(found, key=lambda parts: len(parts["student"]))
    platform, file = "Moodle" if "kind" in parts else "Canvas", parts["file"]
    student = Student(parts["student"], number=parts["user"], ids=(f"{platform} {parts['user']}",))
    feedback = f"{name.removesuffix(file)}{'' if file else '/'}{FEEDBACK}"
    number, is_text = int(parts.get("submission", 0)), parts.get("kind") == "onlinetext"
    return PlatformEntry(student, file, feedback, number, late=bool(parts.get("late")), is_text=is_text)


def original_names(names: Iterable[str]) -> dict[str, str]:
    """The newest of each of a student's files, by the name that it had before Canvas numbered it."""
    newest: dict[str, tuple[int, str]] = {}
    for name in sorted(names):
        again = AGAIN.fullmatch(name)
        original, number = (again["stem"] + again["suffix"], int(again["number"])) if again else (name, 0)
        newest[original] = max(newest.get(original, (-1, "")), (number, name))
    return {original: name for original, (_, name) in newest.items()}


def gradescope_metadata(file: Path) -> dict[str, tuple[tuple[Student, ...], datetime | None]]:
    """The students and the time of each submission, by its folder's name. Raises WrongUsage."""
    import yaml  # no other class needs it

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # makes text, lists and dictionaries alone, whatever the tag
    shown = visible_name(str(file), limits.LONGEST_MESSAGE)
    try:
        document = yaml.load(file.read_text("utf-8"), Loader=loader)  # noqa: S506 - see above
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        why = " ".join(str(error).split())
        raise WrongUsage(f"{shown} cannot be read: {visible_name(why, limits.LONGEST_MESSAGE)}") from None
    if not isinstance(document, dict):
        raise WrongUsage(f"{shown}: these are not Gradescope's metadata; export them again")
    submissions = {}
    for folder, entry in document.items():
        fields = _without_colons(entry)
        listed = fields.get("submitters")
        people = map(_without_colons, listed if isinstance(listed, list) else ())
        words = ([str(person.get(key) or "") for key in ("name", "email", "sid")] for person in people)
        students = tuple(Student(name, email, number) for name, email, number in words if name or email or number)
        submissions[folder] = students, read_time(str(fields.get("created_at")))
    return submissions


def _without_colons(fields: object) -> Mapping[str, object]:
    """Fields with plain keys: Ruby, which wrote them, begins keys with a colon."""
    return {key.lstrip(":"): value for key, value in fields.items()} if isinstance(fields, dict) else {}


def read_time(text: str) -> datetime | None:
    """Parses a time in ISO 8601; without a time zone it is this machine's. None for any other text."""
    text = re.sub(r"\.(\d{1,6})\d*", lambda fraction: f".{fraction[1]:0<6}", text.strip())
    text = re.sub(r" ?(Z|UTC)$", "+00:00", text)
    try:
        return datetime.fromisoformat(re.sub(r" (?=[+-]\d\d:?\d\d$)", "", text)).astimezone()
    except (ValueError, OverflowError):
        return None


def unpack(archive: Path, folder: Path) -> Mapping[Path, str]:
    """Unpacks a .zip into a folder. Returns the paths of the entries that were refused, each with a sentence why.

    A named pipe there, which is never opened, keeps their students' rows. Raises WrongUsage where nothing can be read.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            named = [(entry, _with_slashes(entry.filename)) for entry in opened.infolist()]
            entries = [(entry, name) for entry, name in named if not name.endswith("/") or name.strip("./")]
            if len(entries) > limits.MOST_CLASS_ENTRIES:
                raise WrongUsage(f"it holds {counted(len(entries), 'file')}, more than {limits.MOST_CLASS_ENTRIES:,}")
            return _unpack_all(opened, entries, folder)
    except WrongUsage as error:
        raise WrongUsage(f"{visible_name(archive.name)} was not unpacked: {error}.") from None
    except Exception as error:  # a damaged one: each way of packing has errors of its own
        words = "Download it again, or unpack it yourself and name the folder"
        raise WrongUsage(f"{visible_name(archive.name)} cannot be unpacked: {_why(error)}. {words}.") from None


def _unpack_all(
    opened: zipfile.ZipFile, entries: list[tuple[zipfile.ZipInfo, str]], folder: Path
) -> Mapping[Path, str]:
    """Unpacks entries, given with their names. The sizes of each student's and of all together are limited."""
    parts = [["_" if part in ("..", "/") else part for part in PurePosixPath(name).parts] for _, name in entries]
    places = [PurePosixPath(*each[: limits.DEEPEST_CLASS_FOLDER] or ["_"]) for each in parts]
    same_place = Counter(place for place, (_, name) in zip(places, entries, strict=True) if not name.endswith("/"))
    folders = [place.parent for place in places if place.parts[0] != "__MACOSX"]
    depth = len(PurePosixPath(os.path.commonpath(folders)).parts) if folders else 0
    owners = ["/".join(place.parts[depth : depth + 1]) for place in places]  # below the folder that all of them share
    packed = Counter[str]()
    for owner, (entry, _) in zip(owners, entries, strict=True):
        packed[owner] += entry.compress_size
    room = {owner: max(limits.LARGEST_SUBMISSION, limits.MOST_GROWTH * size) for owner, size in packed.items()}
    room_in_all = limits.LARGEST_CLASS
    refused: dict[Path, str] = {}
    for owner, place, (entry, name) in zip(owners, places, entries, strict=True):
        target = folder / place
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            if name.endswith("/"):  # a student whose folder is empty still has a row
                target.mkdir(exist_ok=True)
                continue
            check(entry, name)
            if same_place[place] > 1:
                raise Refused("the archive holds it twice, and which one is meant is not guessed")
            if not PurePosixPath(name).parts:
                raise Refused("no file can be called so")
            size = write(opened, entry, target, min(room[owner], room_in_all))
            room[owner] -= size
            room_in_all -= size
        except Exception as error:  # a refused or damaged entry: each way of packing has errors of its own
            refused[target] = f"{visible_name(entry.filename)} was not unpacked: {_why(error)}"
            with contextlib.suppress(OSError):  # where the path itself is impossible, as below a file
                os.mkfifo(target)
    return refused


def _why(error: Exception) -> str:
    """A sentence why something was not unpacked. Raises WrongUsage where the disk is full."""
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        raise WrongUsage(FULL)
    if isinstance(error, FileExistsError):
        return "another file in the archive has the same name"
    why = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
    return table("classroom")["refused"].get(why) or visible_name(why, limits.LONGEST_MESSAGE)


def _with_slashes(name: str) -> str:
    """An entry's name with slashes, where some archivers on Windows write backslashes."""
    parts = name.split("/")
    for place, part in enumerate(parts):
        found = platform_entry(part)
        if found is None or "\\" in found.student.name or found.file.startswith("\\"):  # else they are the student's
            parts[place] = part.replace("\\", "/")
    return "/".join(parts)
