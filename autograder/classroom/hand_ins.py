"""Finds what a class handed in: below a folder of whatever form, or in an archive of one."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from autograder.classroom.exports import (
    METADATA,
    Entry,
    canvas_entry,
    gradescope_metadata,
    moodle_entry,
    original_names,
)
from autograder.classroom.hand_in import Class, HandIn, InvalidClass, Student
from autograder.classroom.unpacking import unpack
from autograder.regular_files import open_regular
from autograder.text import visible_name

TAKEN = (".py", ".ipynb", ".zip")
"""The endings of files that are somebody's submission; what is not accepted is told so, and has a row."""
LONGEST_NAME = 150
"""Bytes of the name of a submission's results, without what tells it apart."""
NOT_FREE = re.compile(r"class|(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that are not a submission's: class.html is the whole class's page, and the others are devices on Windows."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
OF_THE_MACHINE = "hidden, or left there by a program"
NOT_SUBMITTED = f"no submission: neither a folder nor a file that ends in {', '.join(TAKEN)}"


def find_class(folder: Path, file: str, place: Path, results: Path | None = None) -> Class:
    """What a class handed in.

    folder: of submissions, in one of the forms that platforms export, or an archive of it. file: what students submit.
    place: a folder for what has to be unpacked, or called by its own name again. results: where the results go, which
    may lie in the folder and is no submission. Raises InvalidClass.
    """
    if _is_folder(folder):
        return _named(_in_folder(folder, file, place, results))
    unpacked = place / "unpacked"
    unpacked.mkdir()
    unpack(folder, unpacked)
    return _named(_in_folder(_without_wrapping(unpacked, file), file, place))


def _is_folder(named: Path) -> bool:
    """Whether what was named is a folder; else it is taken for an archive. Raises InvalidClass where it is nothing."""
    shown = visible_name(str(named), 300)
    try:
        return stat.S_ISDIR(named.stat().st_mode)
    except FileNotFoundError:
        raise InvalidClass(f"{shown}: there is no such folder or archive") from None
    except OSError as error:
        raise InvalidClass(f"{shown} cannot be read: {error.strerror}") from None


def _without_wrapping(folder: Path, file: str) -> Path:
    """The folder that an archive is about: many pack a folder and not what is in it."""
    inside = _entries(folder)
    if len(inside) != 1 or not os.path.isdir(inside[0]):
        return folder
    below = {entry.name for entry in _entries(inside[0])}
    is_a_student = file in below or moodle_entry(inside[0].name) is not None
    return folder if is_a_student else _without_wrapping(inside[0], file)


def _in_folder(folder: Path, file: str, place: Path, results: Path | None = None) -> Class:
    entries = [entry for entry in _entries(folder) if entry != results]
    only = entries[0] if len(entries) == 1 and os.path.isdir(entries[0]) else folder
    for exported in (folder, only):
        if os.path.isfile(exported / METADATA):
            return _of_gradescope(exported, results)
    hand_ins: list[HandIn] = []
    not_understood: list[tuple[str, str]] = []
    of_platforms: list[tuple[Entry, Path]] = []
    for entry in entries:
        found = _of_platform(entry)
        if found is not None:
            of_platforms.append((found, entry))
        elif os.path.isdir(entry) or entry.suffix.lower() in (*TAKEN, Path(file).suffix):
            name = entry.name if os.path.isdir(entry) else entry.stem
            hand_ins.append(HandIn(name, (Student(name),), entry, entry.name))
        else:
            not_understood.append((entry.name, NOT_SUBMITTED))
    hand_ins += _of_students(of_platforms, place)
    return Class(hand_ins, [*not_understood, *_hidden(folder)])


def _of_platform(entry: Path) -> Entry | None:
    if os.path.isdir(entry):
        found = moodle_entry(entry.name)
        return found if found is not None and not found.file else None
    return moodle_entry(entry.name) or canvas_entry(entry.name)


def _of_students(entries: Sequence[tuple[Entry, Path]], place: Path) -> Iterator[HandIn]:
    """A submission of each student of whom a platform exported something, be it one file or several."""

    def whose(entry: tuple[Entry, Path]) -> tuple[str, str]:
        return entry[0].student.name, entry[0].student.number

    for (name, number), group in groupby(sorted(entries, key=lambda entry: (whose(entry), entry[1].name)), whose):
        of_student = list(group)
        named = f"{name}_{number}"
        folders = sorted((entry.is_text, path) for entry, path in of_student if os.path.isdir(path))
        files = [(entry, path) for entry, path in of_student if not os.path.isdir(path)]
        hand_in = HandIn(named, (Student(name, number=number),), Path(), "")
        if folders:
            left_out = [path.name for _, path in (*folders[1:], *files)]
            notes = tuple(f"beside it, not looked at: {visible_name(other)}" for other in left_out)
            yield replace(hand_in, path=folders[0][1], file=folders[0][1].name, notes=notes)
        else:
            yield _by_original_names(hand_in, files, place)


def _by_original_names(hand_in: HandIn, files: Sequence[tuple[Entry, Path]], place: Path) -> HandIn:
    """A submission of files that a platform renamed, copied to where they have their own names again.

    Of two with one name the later counts: they lie together where a class was downloaded twice into one folder.
    """
    folder = place / "renamed" / sha256(hand_in.name.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    folder.mkdir(parents=True)
    by_file = {entry.file: (entry, path) for entry, path in sorted(files, key=lambda found: found[0].submission)}
    chosen = {original: by_file[named] for original, named in original_names(by_file).items()}
    exported = sorted(path.name for _, path in chosen.values())
    notes = [f"{visible_name(path.name)} is older, and was left out" for _, path in files if path.name not in exported]
    for original, (_, path) in chosen.items():
        try:
            with open_regular(path) as source, (folder / original).open("xb") as target:
                shutil.copyfileobj(source, target)
        except OSError as error:
            if error.errno in NO_ROOM:  # half a program is none of the student's
                raise InvalidClass(f"{folder}: there is no room; set TMPDIR to a folder that has some") from None
            notes.append(f"{visible_name(path.name)} cannot be read: {error.strerror}")
    late = any(entry.late for entry, _ in chosen.values())
    return replace(hand_in, path=folder, file=" ".join(exported), late=late, notes=tuple(notes))


def _of_gradescope(folder: Path, results: Path | None) -> Class:
    """Gradescope's export: a folder a submission, and a file that says whose they are."""
    metadata = gradescope_metadata(folder / METADATA)
    hand_ins = []
    for name, exported in metadata.items():
        if Path(name).name != name or name in ("", ".", "..") or "\0" in name:
            raise InvalidClass(f"{METADATA} names {visible_name(name)}, which is no folder's name; export it again")
        path = folder / name
        notes = () if os.path.isdir(path) else (f"{METADATA} names it, but the export has no such folder",)
        students = exported.students or (Student(name),)
        hand_ins.append(HandIn(name, students, path, name, exported.at, notes=notes))
    not_understood = []
    for entry in _entries(folder):
        if entry.name in metadata or entry.name == METADATA or entry == results:
            continue
        if os.path.isdir(entry):
            why = f"{METADATA} does not say whose it is"
            hand_ins.append(HandIn(entry.name, (Student(entry.name),), entry, entry.name, notes=(why,)))
        else:
            not_understood.append((entry.name, f"{METADATA} does not name it"))
    return Class(hand_ins, [*not_understood, *_hidden(folder)])


def _entries(folder: Path) -> list[Path]:
    """What lies in a folder, hidden things aside. Raises InvalidClass where it cannot be read."""
    return [entry for entry in _all_entries(folder) if not _is_hidden(entry)]


def _hidden(folder: Path) -> list[tuple[str, str]]:
    return [(entry.name, OF_THE_MACHINE) for entry in _all_entries(folder) if _is_hidden(entry)]


def _is_hidden(entry: Path) -> bool:
    return entry.name.startswith(".") or entry.name in ("__MACOSX", "__pycache__")


def _all_entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise InvalidClass(f"{visible_name(str(folder), 300)} cannot be read: {error.strerror}") from None


def _named(found: Class) -> Class:
    """The class with names that every file system takes, and no two alike: alice.py beside alice/ is told apart."""
    names = [_fit(hand_in.name) for hand_in in found.hand_ins]
    lowered = [name.lower() for name in names]
    hand_ins = [
        replace(hand_in, name=name if lowered.count(name.lower()) == 1 else f"{name}-{_short_digest(hand_in.file)}")
        for name, hand_in in zip(names, found.hand_ins, strict=True)
    ]
    return replace(found, hand_ins=sorted(hand_ins, key=lambda hand_in: hand_in.name))


def _fit(name: str) -> str:
    """A name for a file. One that had to be changed says so, so that no two become one."""
    fit = re.sub(r"[^\w.@+ ,-]+", "_", name).encode()[:LONGEST_NAME].decode("utf-8", "ignore").strip(" .-")
    is_free = fit == name and NOT_FREE.fullmatch(name) is None
    return fit if is_free else f"{fit}-{_short_digest(name)}".lstrip("-")


def _short_digest(name: str) -> str:
    return sha256(os.fsencode(name)).hexdigest()[:8]
