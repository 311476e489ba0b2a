"""Finds what a class handed in: below a folder of whatever form, or in an archive of one."""

from __future__ import annotations

import os
import re
import shutil
import stat
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from autograder.classroom.lms_names import (
    METADATA,
    Entry,
    gradescope_metadata,
    moodle_entry,
    original_names,
    platform_entry,
)
from autograder.classroom.records import Class, HandIn, Student
from autograder.classroom.unpacking import unpack
from autograder.errors import WrongUsage
from autograder.files import NO_ROOM, open_regular
from autograder.text import visible_name

TAKEN = (".py", ".ipynb", ".zip")
"""The endings of files that are somebody's submission; what is not accepted is told so, and has a row."""
LONGEST_NAME = 150
"""Bytes of the name of a submission's results, without what tells it apart."""
NOT_FREE = re.compile(r"class|(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that are not a submission's: class.html is the whole class's page, and the others are devices on Windows."""
WHOLE_DIGEST = re.compile(r".*-[0-9a-f]{64}", re.DOTALL)
"""Names that end with a whole digest, as those do that were told apart by it."""
SUBMISSION = re.compile(r"submission_\d+")
"""What Gradescope calls the folder of each submission."""
WRAPPER = re.compile(r"assignment_\d+_export|submissions")
"""What Gradescope and Canvas call the folder of a whole class, so that no student's own is taken for one."""
A_LINK = "a link, and no hand-in: it may lead to files that are not this student's"
OF_THE_MACHINE = "hidden, or left there by a program"
NOT_SUBMITTED = f"no submission: neither a folder nor a file that ends in {', '.join(TAKEN)}"


def find_class(folder: Path, file: str, place: Path, results: Path | None = None) -> Class:
    """What a class handed in.

    folder: of submissions, in one of the forms that platforms export, or an archive of it. file: what students submit.
    place: a folder for what has to be unpacked, or called by its own name again. results: where the results go, which
    may lie in the folder and is no submission. Raises WrongUsage.
    """
    if _is_folder(folder):
        inside = _without_wrapping(folder, file, results)
        found = _in_folder(inside, file, place, results)
        beside = [entry for entry in _entries(folder) if entry != results and not inside.is_relative_to(entry)]
        strays = [(entry.name, A_LINK if entry.is_symlink() else NOT_SUBMITTED) for entry in beside]
        return _named(replace(found, not_understood=[*found.not_understood, *(strays if inside != folder else [])]))
    unpacked = place / "unpacked"
    unpacked.mkdir()
    refused = unpack(folder, unpacked)
    inside = _without_wrapping(unpacked, file, archive=folder)
    return _named(_with_what_was_refused(_in_folder(inside, file, place), inside, refused))


def _is_folder(named: Path) -> bool:
    """Whether what was named is a folder; else it is taken for an archive. Raises WrongUsage where it is nothing."""
    shown = visible_name(str(named), 300)
    try:
        return stat.S_ISDIR(named.stat().st_mode)
    except FileNotFoundError:
        raise WrongUsage(f"{shown}: there is no such folder or archive") from None
    except OSError as error:
        raise WrongUsage(f"{shown} cannot be read: {error.strerror}") from None


def _without_wrapping(folder: Path, file: str, results: Path | None = None, archive: Path | None = None) -> Path:
    """The folder that holds the hand-ins: the one that was named, or one that it holds and nothing else.

    archive: where it was unpacked from; many pack a folder and not what is in it. Whether a folder is a student's own
    or a class's, its files alone do not tell, as a student may call them anything. Raises WrongUsage in such a case.
    """
    entries = [entry for entry in _entries(folder) if entry != results and not entry.is_symlink()]
    inside = [entry for entry in entries if _may_be_handed_in(entry, file)]
    if len(inside) != 1 or not _is_own_folder(inside[0]):
        return folder
    (only,) = inside
    if moodle_entry(only.name) is not None or SUBMISSION.fullmatch(only.name) or os.path.lexists(only / file):
        return folder
    if WRAPPER.fullmatch(only.name) or (archive is not None and only.name == archive.stem):
        return _without_wrapping(only, file, results, archive)
    if archive is not None and not os.path.lexists(only / METADATA):
        return _without_wrapping(only, file, archive=archive)
    many = _submissions_seen(only, file)
    if many < 2:
        return folder
    shown = visible_name(str(only if archive is None else only.name), 300)
    what = f"{visible_name(str(archive or folder), 300)} holds one folder alone, with {many} submissions in it"
    way = "name that folder" if archive is None else "unpack the archive, and name that folder"
    alone = "If it is one student's submission, grade it without class"
    raise WrongUsage(f"{what}: {shown}. If it is a whole class, {way}. {alone}.")


def _submissions_seen(folder: Path, file: str) -> int:
    """How many hand-ins a folder seems to hold, if it is no student's own."""
    entries = [entry for entry in _entries(folder) if not entry.is_symlink()]
    if os.path.lexists(folder / METADATA):
        return sum(SUBMISSION.fullmatch(entry.name) is not None for entry in entries)
    platforms = {(found.student.name, found.student.number) for found in map(_of_platform, entries) if found}
    return len(platforms) + sum(os.path.isfile(entry / file) for entry in entries if _of_platform(entry) is None)


def _in_folder(folder: Path, file: str, place: Path, results: Path | None = None) -> Class:
    entries = [entry for entry in _entries(folder) if entry != results]
    if os.path.isfile(folder / METADATA) and any(SUBMISSION.fullmatch(entry.name) for entry in entries):
        return _of_gradescope(folder, place, results)
    hand_ins: list[HandIn] = []
    not_understood: list[tuple[str, str]] = []
    of_platforms: list[tuple[Entry, Path]] = []
    for entry in entries:
        if entry.is_symlink():
            not_understood.append((entry.name, A_LINK))
            continue
        found = _of_platform(entry)
        if found is not None:
            of_platforms.append((found, entry))
        elif _may_be_handed_in(entry, file):
            name = entry.name if os.path.isdir(entry) else entry.stem
            hand_ins.append(HandIn(name, (Student(name),), entry, entry.name))
        else:
            not_understood.append((entry.name, NOT_SUBMITTED))
    hand_ins += _of_students(of_platforms, place)
    return Class(hand_ins, [*not_understood, *_hidden(folder)])


def _may_be_handed_in(entry: Path, file: str) -> bool:
    return os.path.isdir(entry) or entry.suffix.lower() in (*TAKEN, Path(file).suffix)


def _is_own_folder(path: Path) -> bool:
    """Whether there is a folder, and not a link to one."""
    return path.is_dir() and not path.is_symlink()


def _of_platform(entry: Path) -> Entry | None:
    if os.path.isdir(entry):
        found = moodle_entry(entry.name)
        return found if found is not None and not found.file else None
    return platform_entry(entry.name)


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
                raise WrongUsage(f"{folder}: there is no room; set TMPDIR to a folder that has some") from None
            notes.append(f"{visible_name(path.name)} cannot be read: {error.strerror}")
    late = any(entry.late for entry, _ in chosen.values())
    return replace(hand_in, path=folder, file=" ".join(exported), late=late, notes=tuple(notes))


def _of_gradescope(folder: Path, place: Path, results: Path | None) -> Class:
    """Gradescope's export: a folder a submission, and a file that says whose they are."""
    metadata = gradescope_metadata(folder / METADATA)
    hand_ins = []
    for name, exported in metadata.items():
        if Path(name).name != name or name in ("", ".", "..") or "\0" in name:
            raise WrongUsage(f"{METADATA} names {visible_name(name)}, which is no folder's name; export it again")
        is_there = _is_own_folder(folder / name)
        path = folder / name if is_there else place / "missing" / name  # not where a link leads
        notes = () if is_there else (f"{METADATA} names it, but the export has no such folder",)
        students = exported.students or (Student(name),)
        hand_ins.append(HandIn(name, students, path, name, exported.at, notes=notes))
    not_understood = []
    for entry in _entries(folder):
        if entry.name in metadata or entry.name == METADATA or entry == results:
            continue
        if _is_own_folder(entry):
            why = f"{METADATA} does not say whose it is"
            hand_ins.append(HandIn(entry.name, (Student(entry.name),), entry, entry.name, notes=(why,)))
        else:
            why = A_LINK if entry.is_symlink() else f"{METADATA} does not name it"
            not_understood.append((entry.name, why))
    return Class(hand_ins, [*not_understood, *_hidden(folder)])


def _entries(folder: Path) -> list[Path]:
    """What lies in a folder, hidden things aside. Raises WrongUsage where it cannot be read."""
    return [entry for entry in _all_entries(folder) if not _is_hidden(entry)]


def _hidden(folder: Path) -> list[tuple[str, str]]:
    return [(entry.name, OF_THE_MACHINE) for entry in _all_entries(folder) if _is_hidden(entry)]


def _is_hidden(entry: Path) -> bool:
    return entry.name.startswith(".") or entry.name in ("__MACOSX", "__pycache__")


def _all_entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise WrongUsage(f"{visible_name(str(folder), 300)} cannot be read: {error.strerror}") from None


def _with_what_was_refused(found: Class, folder: Path, refused: Mapping[Path, str]) -> Class:
    """The class, with what was not unpacked in the notes of those whose it is. folder: that of the hand-ins."""
    left = {place: why for place, why in refused.items() if place.is_relative_to(folder)}
    not_understood = [(place.name, why) for place, why in refused.items() if place not in left]
    hand_ins = []
    for hand_in in found.hand_ins:
        theirs = [place for place in left if _is_of(hand_in, place.relative_to(folder).parts[0])]
        notes = [left.pop(place) for place in theirs]
        hand_ins.append(replace(hand_in, notes=(*hand_in.notes, *notes)))
    not_understood += [(place.name, why) for place, why in left.items()]
    return Class(hand_ins, [*found.not_understood, *not_understood])


def _is_of(hand_in: HandIn, entry: str) -> bool:
    """Whether what lies at the top of a class is part of a hand-in."""
    found = platform_entry(entry)
    return entry == hand_in.file or (found is not None and found.student in hand_in.students)


def _named(found: Class) -> Class:
    """The class with a name for each submission that every file system takes, and no two alike.

    Where several have one name, as alice.py and alice/ do, each gets eight digits of a digest of where it was found; or
    the whole digest, where a student chose a name so that those are alike, too.
    """
    plain = [_fit(hand_in.name) for hand_in in found.hand_ins]
    names = plain
    for digits in (8, 64):
        taken = Counter(map(_as_any_file_system, names))
        names = [
            now if taken[_as_any_file_system(now)] == 1 else f"{first}-{_digest(hand_in.file)[:digits]}"
            for now, first, hand_in in zip(names, plain, found.hand_ins, strict=True)
        ]
    hand_ins = [replace(hand_in, name=name) for hand_in, name in zip(found.hand_ins, names, strict=True)]
    return replace(found, hand_ins=sorted(hand_ins, key=lambda hand_in: hand_in.name))


def _as_any_file_system(name: str) -> str:
    """A key that names share if some file system takes them for one: without case and how accents are encoded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name.upper()).casefold())


def _fit(name: str) -> str:
    """A file name made of a submission's. One that is changed ends with a digest of the old one, to stay unique."""
    fit = re.sub(r"[^\w.@+ ,-]+", "_", name).encode()[:LONGEST_NAME].decode("utf-8", "ignore").strip(" .-")
    is_taken = NOT_FREE.fullmatch(name) or WHOLE_DIGEST.fullmatch(_as_any_file_system(name))
    is_free = fit == name and not is_taken
    return fit if is_free else f"{fit}-{_digest(name)[:8]}".lstrip("-")


def _digest(name: str) -> str:
    return sha256(os.fsencode(name)).hexdigest()
