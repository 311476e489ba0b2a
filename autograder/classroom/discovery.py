"""Finds the submissions of a class.

They are in a folder, of any form that people or platforms make, or in an archive.
"""

import os
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from autograder.classroom import classroom50
from autograder.classroom.lateness import parse_time
from autograder.classroom.records import (
    BRIGHTSPACE_NUMBER,
    CANVAS_NUMBER,
    FOLDER,
    GITHUB_NAME,
    LOGIN,
    MOODLE_NUMBER,
    UNIVERSITY_ID,
    UNKNOWN_TIME,
    Class,
    HandIn,
    Identity,
    NotUnderstood,
    Student,
)
from autograder.classroom.times import MONTHS, TIMESTAMP, time_beside
from autograder.core import limits
from autograder.core.errors import WrongUsage
from autograder.core.files import NO_ROOM, open_regular
from autograder.core.text import counted, named, table, visible_name

if TYPE_CHECKING:
    from autograder.core.reader.archive import Refusal

TAKEN = (".py", ".ipynb", ".zip")
"""The endings of files that can be a submission.

A file that the set does not accept gets a row all the same, which says so.
"""
RESERVED = re.compile(r"class|(con|prn|aux|nul|com\d|lpt\d)(\..*)?|(.*-)?[0-9a-f]{16}")
"""Names that no results may have: class.html is the page of the class; devices on
Windows; those with a digest.
"""
SUBMISSION = re.compile(r"submission_\d+")
"""Gradescope's name for the folder of each submission."""
WRAPPER = re.compile(r"assignment_\d+_export|submissions")
"""Gradescope's and Canvas's names for the folder of a whole class.

A folder of any other name may be one student's.
"""
UNPACK_IT = "unpack the archive, and name that folder"
A_LINK = "a link, not a submission: it may lead to files that are not this student's"
A_PROGRAMS = "hidden, or left there by a program"
BRIGHTSPACES_LIST = "index.html"
"""A page that Brightspace adds to a download: it lists the files."""
SAKAIS_LISTS = ("grades.csv", "grades.xls", "grades.xlsx")
"""The names of the list of grades that Sakai adds to a download."""
RENAME = (
    "put each student's files into a folder that is called by the student's login,"
    " id or address, as in u000"
)
TOO_LARGE = (
    f"the files are larger than {limits.LARGEST_SUBMISSION // 2**20} MiB:"
    " no program is so large"
)
NO_FILES = "there is no file in it, only the platform's receipt"
NOT_SUBMITTED = (
    f"no submission: neither a folder nor a file that ends in {', '.join(TAKEN)}"
)


class NotUnpacked(NamedTuple):
    """A file of a class's archive that was not unpacked, or several of one student's.

    path: of the file, had it been unpacked. reason: a sentence. for_others_sake:
    whether other students' files had taken all the room.
    """

    path: Path
    reason: str
    for_others_sake: bool


def find_class(
    folder: Path,
    file: str,
    scratch: Path,
    results: Path | None = None,
    *,
    every_attempt: bool = False,
) -> Class:
    """Find the submissions of a class.

    folder: or an archive. file: the name of the file that students write. scratch: an
    empty folder for files that must be unpacked or renamed. results: a folder that is
    never a submission. every_attempt: each attempt that a platform tells is a
    submission, and not only the latest. Raise WrongUsage, and OSError that names what
    cannot be read.
    """
    archive = None if os.path.isdir(folder) else folder
    refused = _unpacked(archive, scratch / "unpacked") if archive else []
    outermost = scratch / "unpacked" if archive else folder
    inside = _without_wrapping(outermost, file, results, archive)
    hand_ins, not_understood = _in_folder(
        inside, file, scratch, results, every_attempt=every_attempt
    )
    not_understood += [
        NotUnderstood(path.name, A_PROGRAMS)
        for path in sorted(inside.iterdir())
        if _is_hidden(path)
    ]
    if not archive and inside != folder:
        not_understood += [
            _not_understood(path, NOT_SUBMITTED)
            for path in _entries(folder, results)
            if not inside.is_relative_to(path)
        ]
    for refusal in refused:
        index = _hand_in_of(refusal, hand_ins, inside)
        if index is None:
            reason = refusal.reason
            not_understood.append(NotUnderstood(refusal.path.name, reason))
        else:
            hand_ins[index] = _with_note(hand_ins[index], refusal)
    return Class(_named(hand_ins), not_understood)


def _unpacked(archive: Path, folder: Path) -> list[NotUnpacked]:
    """Unpack a class's archive into a folder, and return the files that are left out.

    Raise WrongUsage if there is no such archive.
    """
    if not os.path.isfile(archive):
        shown = visible_name(str(archive), limits.LONGEST_MESSAGE)
        raise WrongUsage(f"{shown}: there is no such folder or archive")
    return unpack(archive, folder)


def _not_understood(path: Path, reason: str) -> NotUnderstood:
    """Return that a path is no submission, and why: a link, or else this reason."""
    return NotUnderstood(path.name, A_LINK if path.is_symlink() else reason)


def _hand_in_of(
    refused: NotUnpacked, hand_ins: Sequence[HandIn], inside: Path
) -> int | None:
    """Return the index of the submission that a file belongs to, or None.

    inside: the folder that holds the submissions.
    """
    if inside not in refused.path.parents:
        return None
    name = refused.path.relative_to(inside).parts[0]
    exported = platform_entry(name)
    identities = _identities(exported) if exported else set()
    for index, hand_in in enumerate(hand_ins):
        is_same_student = not identities.isdisjoint(_identities(hand_in))
        if hand_in.file == name or is_same_student:
            return index
    return None


def _identities(hand_in: HandIn) -> set[Identity]:
    """Return the identities of all students of a submission."""
    return set[Identity]().union(*(student.ids for student in hand_in.students))


def _with_note(hand_in: HandIn, refused: NotUnpacked) -> HandIn:
    """Return a submission with a note on its file that was not unpacked.

    A submission without a file for which others left no room is not graded at all.
    """
    noted = hand_in._replace(notes=(*hand_in.notes, refused.reason))
    return noted._replace(withheld=refused.reason) if refused.for_others_sake else noted


def _without_wrapping(
    folder: Path, file: str, results: Path | None, archive: Path | None
) -> Path:
    """Return the folder that holds the submissions.

    It is the given folder, or the only folder in it, as exports and archives wrap it.
    Raise WrongUsage if that may be one student's as well as a whole class's, and the
    names of the files do not tell.
    """
    only = _only_folder(folder, file, results)
    if only is None:
        return folder
    if WRAPPER.fullmatch(only.name) or _wraps_archive(only, archive):
        return _without_wrapping(only, file, results, archive)
    submissions = submissions_seen(only, file)
    if submissions < 2:
        return folder
    advice = "name that folder"
    around = folder
    shown_path = only
    if archive is not None:
        advice = UNPACK_IT
        around = archive
        shown_path = Path(only.name)
    outer = visible_name(str(around), limits.LONGEST_MESSAGE)
    inner = visible_name(str(shown_path), limits.LONGEST_MESSAGE)
    raise WrongUsage(
        f"{outer} holds one folder alone, with {submissions} submissions in it:"
        f" {inner}. If it is a whole class, {advice}."
        " If it is one student's submission, grade it without class."
    )


def _only_folder(folder: Path, file: str, results: Path | None) -> Path | None:
    """Return the only folder in a folder; None if that is surely a student's.

    Return None, too, if several entries may be handed in, or no folder.
    """
    entries = _entries(folder, results)
    candidates = [path for path in entries if _may_be_handed_in(path, file)]
    candidates = [path for path in candidates if not path.is_symlink()]
    if len(candidates) != 1 or not candidates[0].is_dir():
        return None
    only = candidates[0]
    if _of_platform(only) or SUBMISSION.fullmatch(only.name):
        return None
    return None if os.path.lexists(only / file) else only


def _wraps_archive(only: Path, archive: Path | None) -> bool:
    """Return whether the only folder in an archive is the one that was packed.

    If Gradescope's metadata are in it, somebody packed the export again.
    """
    if archive is None:
        return False
    return only.name == archive.stem or not os.path.lexists(only / METADATA)


def seems_a_class(folder: Path, file: str) -> bool:
    """Return whether a folder seems to hold submissions of several students.

    file: the name of the file that students write. If it lies in the folder itself, the
    folder is one student's.
    """
    if os.path.lexists(folder / file):
        return False
    return submissions_seen(folder, file) >= limits.FEWEST_OF_A_CLASS


def submissions_seen(folder: Path, file: str) -> int:
    """Return how many submissions a folder seems to have. file: their file's name."""
    entries = [path for path in _entries(folder) if not path.is_symlink()]
    if os.path.lexists(folder / METADATA):
        return len([path for path in entries if SUBMISSION.fullmatch(path.name)])
    students = set()
    plain = 0
    for path in entries:
        exported = _of_platform(path)
        if exported is not None:
            students.add(exported.students)
        elif os.path.isfile(path / file):
            plain += 1
    return len(students) + plain


def _in_folder(
    folder: Path,
    file: str,
    scratch: Path,
    results: Path | None,
    *,
    every_attempt: bool,
) -> Class:
    """Return the submissions in a folder of a class, and the entries that are none."""
    entries = _entries(folder, results)
    has_submissions = any(SUBMISSION.fullmatch(path.name) for path in entries)
    if has_submissions and os.path.isfile(folder / METADATA):
        return _of_gradescope(folder, entries, scratch)
    sorted_entries = _Entries([], [], [])
    patterns = _patterns_of_all(entries)
    prefix = classroom50.prefix_of_repositories(folder, entries)
    is_certain = bool(prefix)
    if folder.name.endswith(REPOSITORIES):
        # The hyphen stays: it stands between the assignment and the student, too.
        prefix = folder.name.removesuffix(REPOSITORIES.lstrip("-")).lower()
        is_certain = False
    for path in entries:
        if path.is_symlink():
            sorted_entries.not_understood.append(NotUnderstood(path.name, A_LINK))
            continue
        hand_in = _of_platform(path, patterns)
        if hand_in is not None:
            sorted_entries.exported.append(hand_in)
        elif _may_be_handed_in(path, file):
            sorted_entries.plain.append(
                _plain_hand_in(path, prefix, is_certain=is_certain)
            )
        else:
            refused = NotUnderstood(path.name, NOT_SUBMITTED)
            sorted_entries.not_understood.append(refused)
    return _class_of(sorted_entries, scratch, every_attempt=every_attempt)


def _plain_hand_in(path: Path, prefix: str, *, is_certain: bool) -> HandIn:
    """Return a submission whose student only the name of a path tells.

    prefix: the start of that name, before the GitHub name, if it is known. is_certain:
    teams choose no such names.
    """
    name = path.name if os.path.isdir(path) else path.stem
    student = Student.of_folder(name)
    github_name = name[len(prefix) :]
    if prefix and github_name and name.lower().startswith(prefix):
        identity = Identity(GITHUB_NAME, github_name)
        others = () if is_certain else student.ids
        student = student._replace(ids=(*others, identity))
    return HandIn(name, (student,), path, path.name)


class _Entries(NamedTuple):
    """The entries of a class's folder: submissions, and all others."""

    plain: list[HandIn]
    exported: list[HandIn]
    not_understood: list[NotUnderstood]


def _class_of(entries: _Entries, scratch: Path, *, every_attempt: bool) -> Class:
    """Return the class of a folder, from its entries."""
    of_platform = _by_student(entries.exported, scratch, every_attempt=every_attempt)
    lists = set()
    if _is_of_brightspace(entries.exported):
        lists.add(BRIGHTSPACES_LIST)
    if any(hand_in.path.name == ATTACHMENTS for hand_in in entries.exported):
        lists.update(SAKAIS_LISTS)
    marks = [entry.path / classroom50.MARK for entry in entries.plain]
    if any(map(os.path.lexists, marks)):
        lists.add(classroom50.SCORES)
    not_understood = [
        refused for refused in entries.not_understood if refused.name not in lists
    ]
    if len(entries.plain) >= len(of_platform):
        # No platform made this folder, so such names are the students' own.
        of_platform = [
            hand_in._replace(students=(Student.of_folder(hand_in.name),))
            for hand_in in of_platform
        ]
    return Class([*entries.plain, *of_platform], not_understood)


def _is_of_brightspace(exported: Sequence[HandIn]) -> bool:
    """Return whether Brightspace made the folder of some submissions."""
    kinds = {
        identity.kind
        for hand_in in exported
        for student in hand_in.students
        for identity in student.ids
    }
    return BRIGHTSPACE_NUMBER in kinds


def _by_student(
    exported: Sequence[HandIn], scratch: Path, *, every_attempt: bool
) -> list[HandIn]:
    """Return one submission for each student, from a platform's exported files.

    every_attempt: return one for each attempt.
    """
    files = defaultdict[tuple[Identity, ...], list[HandIn]](list)
    for hand_in in _after_one_title(exported):
        files[hand_in.students[0].ids].append(hand_in)
    hand_ins = []
    for of_student in files.values():
        attempt, earlier = _latest_attempt(of_student)
        hand_ins.append(_of_student(attempt if every_attempt else of_student, scratch))
        while every_attempt and earlier:
            attempt, earlier = _latest_attempt(earlier)
            hand_in = _of_student(attempt, scratch)
            name = f"{hand_in.name} {attempt[0].submission}"
            hand_ins.append(hand_in._replace(name=name))
    return hand_ins


def _may_be_handed_in(path: Path, file: str) -> bool:
    return os.path.isdir(path) or path.suffix.lower() in (*TAKEN, Path(file).suffix)


def _of_platform(
    path: Path, patterns: Collection[re.Pattern[str]] = ()
) -> HandIn | None:
    """Return the submission that a platform's name for a path tells, or None.

    patterns: those of its folder's platform, if that is known.
    """
    is_folder = os.path.isdir(path)
    if is_folder and _is_sakais(path):
        of_sakai = platform_entry(path.name, [SAKAI])
        if of_sakai is None:
            return None
        return of_sakai._replace(path=path / ATTACHMENTS, at=time_beside(path))
    possible = FOLDERS if is_folder else FILES
    if patterns:
        possible = tuple(pattern for pattern in possible if pattern in patterns)
    hand_in = platform_entry(path.name, possible)
    if hand_in is None:
        return None
    if is_folder and hand_in.original:
        return None
    return hand_in._replace(path=path)


def _is_sakais(folder: Path) -> bool:
    """Return whether Sakai made a student's folder."""
    if SAKAI.fullmatch(folder.name) is None:
        return False
    return any(os.path.lexists(folder / name) for name in OF_SAKAI)


def _patterns_of_all(entries: Iterable[Path]) -> set[re.Pattern[str]]:
    """Return the pattern that fits every name that looks like a platform's.

    The set is empty if none fits them all, as students' names may imitate others. Raise
    WrongUsage if the names may be those of two platforms.
    """
    fitting = []
    for path in entries:
        possible = FOLDERS if os.path.isdir(path) else FILES
        patterns = {pattern for pattern in possible if pattern.fullmatch(path.name)}
        if patterns:
            fitting.append(patterns)
    common = set.intersection(*fitting) if fitting else set()
    if len(common) > 1 and len(fitting) > 1:
        raise WrongUsage(
            "the names of the files may be those of two platforms,"
            f" so whose they are is unclear; {RENAME}"
        )
    return common


def _after_one_title(exported: Sequence[HandIn]) -> list[HandIn]:
    """Return the submissions; on Blackboard's, keep only the possible logins.

    A login is possible if it stands behind one title of the assignment in all names.
    """
    # the title and the login, which stand before the attempt in such a name
    before_attempt: dict[HandIn, str] = {}
    for hand_in in exported:
        match = BLACKBOARD.fullmatch(hand_in.file)
        kinds = {identity.kind for identity in hand_in.students[0].ids}
        if match and kinds <= {LOGIN}:
            before_attempt[hand_in] = match["whose"]
    titles = [_titles(hand_in, text) for hand_in, text in before_attempt.items()]
    common = set.intersection(*titles) if titles else set()
    return [
        _with_logins_after(common, hand_in, before_attempt.get(hand_in, ""))
        for hand_in in exported
    ]


def _titles(hand_in: HandIn, text: str) -> set[str]:
    """Return the possible titles, one for each login that the text may end with."""
    logins = hand_in.students[0].ids
    return {text.removesuffix(identity.value) for identity in logins}


def _with_logins_after(titles: Collection[str], hand_in: HandIn, text: str) -> HandIn:
    """Return a submission with the logins that stand after one of the titles.

    text: a title and a login; "" if the submission is not Blackboard's. Without such a
    login the submission stays as it is.
    """
    if not text:
        return hand_in
    identities = hand_in.students[0].ids
    ids = tuple(
        identity
        for identity in identities
        if text.removesuffix(identity.value) in titles
    )
    if not ids:
        return hand_in
    login = ids[0].value
    return hand_in._replace(name=login, students=(Student(login, ids=ids),))


def _of_student(files: Sequence[HandIn], scratch: Path) -> HandIn:
    """Return one submission from all that a platform exported under a student's name.

    files: the files and folders. Files, which the platform renamed, are copied under
    their own names; of two with the same name, the later. If the platform tells the
    time of each attempt, only the latest attempt counts.
    """
    counting, earlier = _latest_attempt(files)
    notes = [f"{named(file.file)} is of an earlier attempt" for file in earlier]
    first, *others = sorted(counting, key=_folders_first)
    if os.path.isdir(first.path):
        names = [named(file.file) for file in others]
        notes += [f"beside it, not looked at: {name}" for name in names]
        return first._replace(notes=tuple(notes))

    newest_by_name = _newest_by_name(counting)
    newest_files = {*newest_by_name.values()}
    older = [file for file in counting if file.original and file not in newest_files]
    notes += [f"{named(file.file)} is older, and was left out" for file in older]
    whose = repr((first.students, first.submission))
    digest = sha256(whose.encode()).hexdigest()
    folder = scratch / "renamed" / digest
    folder.mkdir(parents=True)
    notes += _copied({folder / name: file for name, file in newest_by_name.items()})
    if not newest_files:
        return first._replace(path=folder, notes=(*notes, NO_FILES))
    latest = max(newest_files, key=lambda file: (file.submission, file.feedback))
    return latest._replace(
        path=folder,
        file=" ".join(sorted(file.file for file in newest_files)),
        late=any(file.late for file in newest_files),
        notes=tuple(notes),
    )


def _latest_attempt(files: Sequence[HandIn]) -> tuple[list[HandIn], list[HandIn]]:
    """Return the files of a student's latest attempt, and those of earlier attempts.

    If the platform does not tell the times of attempts, all are of the latest.
    """
    attempts = [file.submission for file in files if file.at]
    if not attempts or max(attempts) == 0:
        return [*files], []
    latest = max(attempts)
    counting = [file for file in files if file.submission == latest]
    earlier = [file for file in files if file.submission != latest]
    return counting, earlier


def _folders_first(file: HandIn) -> tuple[bool, Path]:
    """Order folders before files, then by name.

    So Moodle's folder of files comes before that of the text typed online (onlinetext).
    """
    return not os.path.isdir(file.path), file.path


def _newest_by_name(files: Iterable[HandIn]) -> dict[str, HandIn]:
    """Return the newest of a student's files, by the student's own names."""
    by_exported_name = {}
    for file in sorted(files, key=lambda file: file.submission):
        if file.original:
            by_exported_name[file.original] = file
    newest = original_names(by_exported_name)
    return {name: by_exported_name[exported] for name, exported in newest.items()}


def _copied(files: Mapping[Path, HandIn]) -> list[str]:
    """Copy a student's files, as many bytes as a submission may have.

    files: the source of each target. Return a note for each file that is not copied.
    Raise WrongUsage if the disk is full.
    """
    notes = []
    room = limits.LARGEST_SUBMISSION
    for target, hand_in in files.items():
        shown = named(hand_in.file)
        try:
            with open_regular(hand_in.path) as source:
                size = os.fstat(source.fileno()).st_size
                if size > room:
                    notes.append(f"{shown} was left out: {TOO_LARGE}")
                    continue
                _copy(source, target, size)
                room -= size
        except OSError as error:
            # Half a program must not be graded as the student's.
            if error.errno in NO_ROOM:
                raise WrongUsage(f"{target.parent}: {FULL}") from None
            notes.append(f"{shown} cannot be read: {error.strerror}")
    return notes


def _copy(source: BinaryIO, target: Path, size: int) -> None:
    """Copy the first bytes of an open file into a new file. size: the most to copy."""
    with target.open("xb") as copy:
        while size:
            piece = source.read(min(size, limits.PIECE))
            if not piece:
                break
            copy.write(piece)
            size -= len(piece)


def _of_gradescope(folder: Path, entries: Sequence[Path], scratch: Path) -> Class:
    """Return the submissions in an export of Gradescope's.

    A submission that only the metadata or only the folder has is there, too, with a
    note.
    """
    metadata = gradescope_metadata(folder / METADATA)
    folders = set()
    for path in entries:
        if path.is_dir() and not path.is_symlink():
            folders.add(path.name)
    hand_ins = []
    for name in sorted(metadata.keys() | folders):
        about = metadata.get(name, NOT_IN_METADATA)
        students = about.students or (Student.of_folder(name),)
        hand_in = HandIn(name, students, folder / name, name, about.at)
        if name in folders:
            hand_in = hand_in._replace(notes=about.notes)
        else:
            note = f"{METADATA} names it, but the export has no such folder"
            missing = scratch / "missing" / name
            hand_in = hand_in._replace(path=missing, notes=(note,))
        hand_ins.append(hand_in)
    used = {*metadata, *folders, METADATA}
    not_understood = [
        _not_understood(path, f"{METADATA} does not name it")
        for path in entries
        if path.name not in used
    ]
    return Class(hand_ins, not_understood)


def _entries(folder: Path, results: Path | None = None) -> list[Path]:
    return [
        path
        for path in sorted(folder.iterdir())
        if not _is_hidden(path) and path != results
    ]


def _is_hidden(path: Path) -> bool:
    if path.name.startswith(".") and os.path.isdir(path) and _of_platform(path):
        return False  # a student's name may begin with a dot, in Moodle too
    return path.name.startswith(".") or path.name in ("__MACOSX", "__pycache__")


def _named(hand_ins: Sequence[HandIn]) -> list[HandIn]:
    """Return the submissions, sorted by unique names that every file system takes.

    Names that had to be changed have a digest of the path.
    """
    names = [_portable_name(hand_in.name) for hand_in in hand_ins]
    taken = Counter(map(_as_any_file_system, names))
    named = []
    for hand_in, name in zip(hand_ins, names, strict=True):
        key = _as_any_file_system(name)
        is_free = taken[key] == 1 and not RESERVED.fullmatch(key)
        if name != hand_in.name or not is_free:
            digest = sha256(os.fsencode(hand_in.file)).hexdigest()[:16]
            name = f"{name}-{digest}".lstrip("-")
        named.append(hand_in._replace(name=name))
    return sorted(named, key=lambda hand_in: hand_in.name)


def _portable_name(name: str) -> str:
    """Return a name without characters that some file system refuses, nor too long."""
    plain = re.sub(r"[^\w.@+ ,-]+", "_", name)
    start = plain.encode()[: limits.LONGEST_RESULT_NAME]
    return start.decode("utf-8", "ignore").strip(" .-")


def _as_any_file_system(name: str) -> str:
    """Return a key that two names share if a file system may treat them as the same.

    Such a file system ignores case and Unicode normalization.
    """
    capitals = unicodedata.normalize("NFKC", name.upper())
    return unicodedata.normalize("NFKC", capitals.casefold())


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


# --- The names that platforms give students' files, and what they tell ---

METADATA = "submission_metadata.yml"
CANVAS = re.compile(
    r"(?P<student>.+?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<submission>\d+)_(?P<file>.+)",
    re.DOTALL,
)
MOODLE = re.compile(
    r"(?P<student>.+?)_(?P<user>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)",
    re.DOTALL,
)
"""As in lastname_LATE_12345_67890_alphabeta.py and Name
Surname_12345_assignsubmission_file_. Not greedy, as students choose the name of their
file, which comes last, and may imitate such a name in it.
"""
BLACKBOARD = re.compile(
    r"(?P<whose>.[^_]*_.+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)",
    re.DOTALL,
)
"""As in Homework 5_ada1_attempt_2026-11-20-10-00-00_alphabeta.py; the .txt without a
file's name is a receipt. The first _ after the first character is as good as any, and
to try others would take the square of a name's length.
"""
CLOCK = rf"({MONTHS}) (\d\d?), (\d{{4}}) (\d\d?)(\d\d) ([AP])M"
BRIGHTSPACE = re.compile(
    rf"(?P<user>\d+)-\d+ - (?P<student>.+?) - (?P<time>{CLOCK})(?: - (?P<file>.+))?",
    re.DOTALL,
)
"""As in 12345-678 - Ada Example - Nov 20, 2026 1159 PM, a folder, or with -
alphabeta.py behind it, a file.
"""
SAKAI = re.compile(r"(?P<student>.+)\((?P<login>[^()]+)\)", re.DOTALL)
"""As in Example, Ada(ada1), a folder.

Greedy, as only the login, which comes last, is no student's choice.
"""
ATTACHMENTS = "Submission attachment(s)"
"""Sakai's name for the folder of the files that a student handed in."""
OF_SAKAI = (ATTACHMENTS, TIMESTAMP)
"""The names of which each of Sakai's folders of a student has one or both."""
REPOSITORIES = "-submissions"
"""The end of the name of GitHub Classroom's folder with an assignment's repositories.
"""
AGAIN = re.compile(r"\A(?P<stem>[A-Za-z_]\w*)-(?P<number>\d+)(?P<suffix>\.\w+)\Z")
"""How Canvas renames a file that is handed in again.

No module's own name has a hyphen.
"""
FEEDBACK = "feedback.html"
"""The end of the name under which a platform takes a student's page back.

The beginning is the platform's part of an exported file's name.
"""

FULL = "there is no room; set TMPDIR to a folder that has some"
UNPACK_YOURSELF = "Download it again, or unpack it yourself and name the folder"
ROOM = "room in all"
"""Why a file is not unpacked that would be, if others had handed in less."""


def platform_entry(
    name: str, patterns: Sequence[re.Pattern[str]] | None = None
) -> HandIn | None:
    """Return the submission that a platform's name of a file or folder tells, or None.

    patterns: of the platforms that are possible; None for those of `FILES`.
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
    student = _numbered(match, BRIGHTSPACE_NUMBER)
    clocks = []
    for month, day, year, hour, minute, half in re.findall(CLOCK, match.string):
        month_number = MONTHS.split("|").index(month) + 1
        hour_of_day = int(hour) % 12 + (12 if half == "P" else 0)
        date = f"{year}-{month_number:02}-{int(day):02}"
        clocks.append(f"{date}T{hour_of_day:02}:{minute}")
    hand_in = _exported(f"{student.name}_{student.number}", student, match)
    return _attempt(hand_in, clocks)


def _of_sakai(match: re.Match[str]) -> HandIn:
    student = Student(match["student"], ids=(Identity(LOGIN, match["login"]),))
    return HandIn(match["login"], (student,), Path(match.string), match.string)


def _numbered(match: re.Match[str], kind: str) -> Student:
    """Return a student by the name and the platform's own number."""
    identity = Identity(kind, match["user"])
    return Student(match["student"], number=match["user"], ids=(identity,))


def _exported(name: str, student: Student, match: re.Match[str]) -> HandIn:
    return HandIn(
        name, (student,), Path(match.string), match.string, original=match["file"] or ""
    )


def _attempt(hand_in: HandIn, clocks: Iterable[str]) -> HandIn:
    """Return a file or a folder of an attempt, with its time.

    clocks: the times in its name, in this machine's zone. A student may write one into
    the name of a file or of a person, so the latest is taken: an earlier one must not
    make it punctual.
    """
    times = [time for time in map(read_time, clocks) if time is not None]
    if not times:
        return hand_in
    latest = max(times)
    return hand_in._replace(at=latest, submission=int(f"{latest:%Y%m%d%H%M%S}"))


READERS = {
    CANVAS: _of_canvas,
    MOODLE: _of_moodle,
    BLACKBOARD: _of_blackboard,
    BRIGHTSPACE: _of_brightspace,
    SAKAI: _of_sakai,
}
FILES = (CANVAS, MOODLE, BLACKBOARD, BRIGHTSPACE)
"""The names that platforms give files."""
FOLDERS: tuple[re.Pattern[str], ...] = (MOODLE, BRIGHTSPACE)
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


class GradescopeEntry(NamedTuple):
    """One submission in Gradescope's metadata.

    students: empty if the metadata name nobody. at: None if the time is not known; then
    there is a note about it.
    """

    students: tuple[Student, ...] = ()
    at: datetime | None = None
    notes: tuple[str, ...] = ()


NOT_IN_METADATA = GradescopeEntry(notes=(f"{METADATA} does not say whose it is",))


def gradescope_metadata(file: Path) -> dict[str, GradescopeEntry]:
    """Return each submission in Gradescope's metadata, by its folder's name.

    Raise WrongUsage.
    """
    import yaml  # no other class needs it

    # It makes text, lists and dictionaries alone, whatever the tag.
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    shown = visible_name(str(file), limits.LONGEST_MESSAGE)
    submissions = {}
    try:
        documents = yaml.load(file.read_text("utf-8"), Loader=loader)  # noqa: S506 - see above
        for folder, fields in documents.items():
            submissions[folder] = _gradescope_entry(_without_colons(fields))
            if not SUBMISSION.fullmatch(folder):
                raise WrongUsage(
                    f"{METADATA} names {named(folder)},"
                    " which is no folder's name; export it again"
                )
    except AttributeError:
        # Some value is not the table, list or text that it should be.
        raise WrongUsage(
            f"{shown}: these are not Gradescope's metadata; export them again"
        ) from None
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        reason = " ".join(str(error).split())
        raise WrongUsage(
            f"{shown} cannot be read: {visible_name(reason, limits.LONGEST_MESSAGE)}"
        ) from None
    return submissions


def _gradescope_entry(fields: Mapping[str, Any]) -> GradescopeEntry:
    """Return a submission from its fields in the metadata.

    Raise AttributeError or ValueError if Gradescope does not write such fields.
    """
    students = []
    for submitter in fields.get("submitters") or ():
        student = _gradescope_student(_without_colons(submitter))
        if student is not None:
            students.append(student)
    written = fields.get("created_at", "")
    at = read_time(written)
    notes = () if at else (_no_time(written),)
    return GradescopeEntry(tuple(students), at, notes)


def _no_time(written: str) -> str:
    """Return a sentence: the time of a submission is not known.

    written: the text in place of a time.
    """
    reason = f"{METADATA} has no time of it"
    if written:
        reason = f"the time {named(written)} in {METADATA} cannot be read"
    return f"{reason}, so {UNKNOWN_TIME}"


def _gradescope_student(fields: Mapping[str, Any]) -> Student | None:
    """Return a student, known by the university's id if the metadata tell it.

    The name is the student's own choice. Return None if all fields are empty.
    """
    name = str(fields.get("name", ""))
    email = str(fields.get("email", ""))
    sid = str(fields.get("sid", ""))
    if not (name or email or sid):
        return None
    return Student(name, email, sid, (Identity(UNIVERSITY_ID, sid),) if sid else ())


def _without_colons(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return fields with plain keys: Ruby, which wrote them, begins keys with a colon.

    Raise AttributeError if these are no fields.
    """
    return {key.lstrip(":"): value for key, value in fields.items()}


def read_time(text: str) -> datetime | None:
    """Parse a time in ISO 8601; without a time zone it is this machine's.

    Return None for any other text.
    """
    time = parse_time(text)
    try:
        return time.astimezone() if time else None
    except (ValueError, OverflowError):
        return None


# --- An archive of a class ---


def unpack(archive: Path, folder: Path) -> list[NotUnpacked]:
    """Unpack a .zip of a class into a new folder, and return the refused files.

    Raise WrongUsage if nothing can be read, or the disk is full.
    """
    from autograder.core.reader.archive import Bounds
    from autograder.core.reader.process import (  # few classes are archives
        CannotRead,
        unpack,
    )

    bounds = Bounds(
        of_a_class=True,
        most_listed=limits.MOST_CLASS_ENTRIES,
        most_files=limits.MOST_LISTED,
        room=limits.LARGEST_SUBMISSION,
        room_in_all=limits.LARGEST_CLASS,
        deepest=limits.DEEPEST_CLASS_FOLDER,
        exported=[pattern.pattern for pattern in FILES],
    )
    name = named(archive.name)
    try:
        refusals = unpack(archive, folder, bounds)
    except CannotRead as error:
        raise WrongUsage(f"{error.about(name)} {UNPACK_YOURSELF}.") from None
    except OSError as error:
        why = FULL if error.errno in NO_ROOM else error.strerror or str(error)
        raise WrongUsage(f"{name} was not unpacked: {why}.") from None
    if any(not refusal.path for refusal in refusals):
        raise WrongUsage(
            f"{name} holds more than {limits.MOST_CLASS_ENTRIES:,} files."
            f" {UNPACK_YOURSELF}."
        )
    return [
        NotUnpacked(folder / refusal.path, _reason(refusal), refusal.reason == ROOM)
        for refusal in refusals
    ]


def _reason(refusal: "Refusal") -> str:
    """Return a sentence why a file was not unpacked."""
    from autograder.core.reader.process import reason_of_damage

    reasons = table("classroom")["refused"]
    if refusal.reason == "more":
        return reasons["more"].format(more=counted(int(refusal.name), "more file"))
    reason = reasons[refusal.reason].format(
        error=visible_name(reason_of_damage(refusal), limits.LONGEST_MESSAGE),
        most=limits.LARGEST_SUBMISSION // 2**20,
        many=limits.MOST_LISTED,
        deepest=limits.DEEPEST_CLASS_FOLDER,
    )
    return f"{named(refusal.name)} was not unpacked: {reason}"
