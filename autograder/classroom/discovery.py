"""Finds the submissions of a class.

They are in a folder, of any form that people or platforms make, or in an archive.
"""

import os
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from autograder.classroom import classroom50
from autograder.classroom.class_archive import FULL, NotUnpacked, unpack_class
from autograder.classroom.exported_names import (
    ATTACHMENTS,
    BLACKBOARD_NAME,
    FILES,
    FOLDERS,
    OF_SAKAI,
    SAKAI_NAME,
    original_names,
    platform_entry,
    with_dates,
)
from autograder.classroom.gradescope_metadata import (
    METADATA,
    NOT_IN_METADATA,
    SUBMISSION,
    gradescope_metadata,
)
from autograder.classroom.records import (
    BRIGHTSPACE_NUMBER,
    GITHUB_NAME,
    LOGIN,
    Class,
    HandIn,
    Identity,
    NotUnderstood,
    Student,
)
from autograder.classroom.times import has_commit, time_beside
from autograder.core import limits
from autograder.core.errors import WrongUsage
from autograder.core.files import NO_ROOM, SUBMITTED_ENDINGS, open_regular
from autograder.core.sandbox.listing import holds_nothing
from autograder.core.text import named, visible_name

RESERVED = re.compile(r"class|(con|prn|aux|nul|com\d|lpt\d)(\..*)?|(.*-)?[0-9a-f]{16}")
"""Names that no results may have: class.html is the page of the class; devices on
Windows; those with a digest.
"""
WRAPPER = re.compile(r"assignment_\d+_export|submissions")
"""Gradescope's and Canvas's names for the folder of a whole class.

A folder of any other name may be one student's.
"""
REPOSITORIES = "-submissions"
"""The end of the name of GitHub Classroom's folder with an assignment's repositories.
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
NOT_SUBMITTED = "no submission: neither a folder nor a file that ends in " + ", ".join(
    SUBMITTED_ENDINGS
)


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
    return unpack_class(archive, folder)


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
    notes = *hand_in.notes, refused.reason
    noted = hand_in._replace(notes=notes, is_incomplete=True)
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
    is_empty = holds_nothing(path) and not has_commit(path)
    return HandIn(name, (student,), path, path.name, is_empty=is_empty)


class _Entries(NamedTuple):
    """The entries of a class's folder: submissions, and all others."""

    plain: list[HandIn]
    exported: list[HandIn]
    not_understood: list[NotUnderstood]


def _class_of(entries: _Entries, scratch: Path, *, every_attempt: bool) -> Class:
    """Return the class of a folder, from its entries."""
    exported = _without_claimed_mates(with_dates(entries.exported))
    of_platform = _by_student(exported, scratch, every_attempt=every_attempt)
    lists = set()
    if _is_of_brightspace(entries.exported):
        lists.add(BRIGHTSPACES_LIST)
    if any(map(_is_of_sakai, entries.exported)):
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


def _is_of_sakai(hand_in: HandIn) -> bool:
    return hand_in.path.name == ATTACHMENTS


def _without_claimed_mates(exported: Sequence[HandIn]) -> list[HandIn]:
    """Return the submissions; of Sakai's no student is in two.

    A group has one folder. A person who is named before the last login, and in
    another folder, too, was only written into the name of a student.
    """
    folders = Counter(
        student.ids
        for hand_in in exported
        if _is_of_sakai(hand_in)
        for student in hand_in.students
    )
    certain = []
    for hand_in in exported:
        if _is_of_sakai(hand_in):
            *others, last = hand_in.students
            mates = [student for student in others if folders[student.ids] == 1]
            hand_in = hand_in._replace(students=(*mates, last))
        certain.append(hand_in)
    return certain


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
    for of_student in chain.from_iterable(map(_undated_apart, files.values())):
        attempt, earlier = _latest_attempt(of_student)
        hand_ins.append(_of_student(attempt if every_attempt else of_student, scratch))
        while every_attempt and earlier:
            attempt, earlier = _latest_attempt(earlier)
            hand_in = _of_student(attempt, scratch)
            name = f"{hand_in.name} {attempt[0].submission}"
            hand_ins.append(hand_in._replace(name=name))
    return hand_ins


def _may_be_handed_in(path: Path, file: str) -> bool:
    # A file that the set does not accept gets a row all the same, which says so.
    endings = (*SUBMITTED_ENDINGS, Path(file).suffix)
    return os.path.isdir(path) or path.suffix.lower() in endings


def _of_platform(
    path: Path, patterns: Collection[re.Pattern[str]] = ()
) -> HandIn | None:
    """Return the submission that a platform's name for a path tells, or None.

    patterns: those of its folder's platform, if that is known.
    """
    is_folder = os.path.isdir(path)
    if is_folder and _is_sakais(path):
        of_sakai = platform_entry(path.name, [SAKAI_NAME])
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
    if SAKAI_NAME.fullmatch(folder.name) is None:
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
        match = BLACKBOARD_NAME.fullmatch(hand_in.file)
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
        is_incomplete = bool(others)
        return first._replace(notes=tuple(notes), is_incomplete=is_incomplete)

    newest_by_name = _newest_by_name(counting)
    newest_files = {*newest_by_name.values()}
    older = [file for file in counting if file.original and file not in newest_files]
    notes += [f"{named(file.file)} is older, and was left out" for file in older]
    whose = repr((first.students, first.submission))
    digest = sha256(whose.encode()).hexdigest()
    folder = scratch / "renamed" / digest
    folder.mkdir(parents=True)
    left_out = _copied({folder / name: file for name, file in newest_by_name.items()})
    notes += left_out
    if not newest_files:
        notes.append(NO_FILES)
        return first._replace(path=folder, notes=tuple(notes), is_incomplete=True)
    latest = max(newest_files, key=lambda file: (file.submission, file.feedback))
    return latest._replace(
        path=folder,
        file=" ".join(sorted(file.file for file in newest_files)),
        late=any(file.late for file in newest_files),
        notes=tuple(notes),
        is_incomplete=bool(left_out),
    )


def _undated_apart(files: Sequence[HandIn]) -> list[list[HandIn]]:
    """Return a student's files by attempts, if dates tell these and cannot be read.

    It is not known then which attempt is the latest. Else return all files together.
    """
    if not all(file.untimed for file in files):
        return [[*files]]
    attempts: dict[str, list[HandIn]] = {}
    for file in files:
        attempts.setdefault(file.untimed, []).append(file)
    return [*attempts.values()]


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
            hand_in = hand_in._replace(notes=about.notes, untimed=about.untimed)
        else:
            note = f"{METADATA} names it, but the export has no such folder"
            missing = scratch / "missing" / name
            hand_in = hand_in._replace(path=missing, notes=(note,), is_incomplete=True)
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
    renamed = []
    for hand_in, name in zip(hand_ins, names, strict=True):
        key = _as_any_file_system(name)
        is_free = taken[key] == 1 and not RESERVED.fullmatch(key)
        if name != hand_in.name or not is_free:
            digest = sha256(os.fsencode(hand_in.file)).hexdigest()[:16]
            name = f"{name}-{digest}".lstrip("-")
        renamed.append(hand_in._replace(name=name))
    return sorted(renamed, key=lambda hand_in: hand_in.name)


def _portable_name(name: str) -> str:
    """Return a name that every file system takes: no odd characters, and short."""
    plain = re.sub(r"[^\w.@+ ,-]+", "_", name)
    start = plain.encode()[: limits.LONGEST_RESULT_NAME]
    return start.decode("utf-8", "ignore").strip(" .-")


def _as_any_file_system(name: str) -> str:
    """Return a key that two names share if a file system may treat them as the same.

    Such a file system ignores case and Unicode normalization.
    """
    capitals = unicodedata.normalize("NFKC", name.upper())
    return unicodedata.normalize("NFKC", capitals.casefold())
