"""Finds the submissions of a class in a folder of any form that people or platforms
make, or in an archive of one.
"""

import os
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from autograder import limits
from autograder.classroom.lateness import parse_time
from autograder.classroom.records import (
    BRIGHTSPACE_NUMBER,
    CANVAS_NUMBER,
    FOLDER,
    GITHUB_NAME,
    LOGIN,
    MOODLE_NUMBER,
    UNIVERSITY_ID,
    Class,
    HandIn,
    Identity,
    Student,
)
from autograder.errors import WrongUsage
from autograder.files import NO_ROOM, open_regular
from autograder.text import counted, table, visible_name

if TYPE_CHECKING:
    from autograder.reader.archive import Refusal

TAKEN = (".py", ".ipynb", ".zip")
"""How the names of submitted files end.

One that the set does not accept has a row, which says so.
"""
RESERVED = re.compile(r"class|(con|prn|aux|nul|com\d|lpt\d)(\..*)?|(.*-)?[0-9a-f]{16}")
"""Names that no results may have: class.html is the page of the class; devices on
Windows; those with a digest.
"""
SUBMISSION = re.compile(r"submission_\d+")
"""What Gradescope calls the folder of each submission."""
WRAPPER = re.compile(r"assignment_\d+_export|submissions")
"""What Gradescope and Canvas call the folder of a whole class.

A folder of any other name may be one student's.
"""
UNPACK_IT = "unpack the archive, and name that folder"
A_LINK = "a link, and no hand-in: it may lead to files that are not this student's"
A_PROGRAMS = "hidden, or left there by a program"
RENAME = (
    "put each student's files into a folder that is called by the student's login,"
    " id or address, as in u000"
)
TOO_LARGE = (
    f"the files are larger than {limits.LARGEST_SUBMISSION // 2**20} MiB,"
    " as no program is"
)
NO_FILES = "there is no file in it, only the platform's receipt"
NOT_SUBMITTED = (
    f"no submission: neither a folder nor a file that ends in {', '.join(TAKEN)}"
)


class NotUnpacked(NamedTuple):
    """A file of a class's archive that was not unpacked, or several of one student's.

    path: where it would lie. reason: a sentence. for_others_sake: whether there was no
    room left because of others.
    """

    path: Path
    reason: str
    for_others_sake: bool


def find_class(
    folder: Path, file: str, place: Path, results: Path | None = None
) -> Class:
    """Find what a class handed in.

    folder: or an archive. file: what students hand in. place: an empty folder for what
    must be unpacked or renamed. results: a folder that is never a submission. Raise
    WrongUsage, and OSError that names what cannot be read.
    """
    archive = None if os.path.isdir(folder) else folder
    refused: list[NotUnpacked] = []
    if archive:
        if not os.path.isfile(archive):
            shown = visible_name(str(folder), limits.LONGEST_MESSAGE)
            raise WrongUsage(f"{shown}: there is no such folder or archive")
        refused = unpack(archive, place / "unpacked")
    outermost = place / "unpacked" if archive else folder
    inside = _without_wrapping(outermost, file, results, archive)
    hand_ins, not_understood = _in_folder(inside, file, place, results)
    for entry in sorted(inside.iterdir()):
        if _is_hidden(entry):
            not_understood.append((entry.name, A_PROGRAMS))
    if not archive and inside != folder:
        for entry in _entries(folder, results):
            if not inside.is_relative_to(entry):
                reason = A_LINK if entry.is_symlink() else NOT_SUBMITTED
                not_understood.append((entry.name, reason))
    for file_refused in refused:
        if not _note_refusal(hand_ins, file_refused, inside):
            not_understood.append((file_refused.path.name, file_refused.reason))
    return Class(_named(hand_ins), not_understood)


def _note_refusal(hand_ins: list[HandIn], refused: NotUnpacked, inside: Path) -> bool:
    """Note that a file was not unpacked with the submission that it belongs to; return
    whether there is one.

    inside: the folder that holds the submissions. A submission that has no file for
    others' sake is not graded at all.
    """
    if inside not in refused.path.parents:
        return False
    entry = refused.path.relative_to(inside).parts[0]
    exported = platform_entry(entry)
    identities = (
        {identity for student in exported.students for identity in student.ids}
        if exported
        else set()
    )
    for index, hand_in in enumerate(hand_ins):
        theirs = {identity for student in hand_in.students for identity in student.ids}
        if hand_in.file == entry or not identities.isdisjoint(theirs):
            withheld = refused.reason if refused.for_others_sake else hand_in.withheld
            hand_ins[index] = hand_in._replace(
                notes=(*hand_in.notes, refused.reason), withheld=withheld
            )
            return True
    return False


def _without_wrapping(
    folder: Path, file: str, results: Path | None, archive: Path | None
) -> Path:
    """The folder that holds the submissions: the given one, or the only one in it, as
    exports and archives wrap it.

    Raises WrongUsage where that may be a student's own as well as a class's, which its
    files' names do not tell.
    """
    inside = [
        each
        for each in _entries(folder, results)
        if _may_be_handed_in(each, file) and not each.is_symlink()
    ]
    if len(inside) != 1 or not inside[0].is_dir():
        return folder
    (only,) = inside
    if (
        _of_platform(only)
        or SUBMISSION.fullmatch(only.name)
        or os.path.lexists(only / file)
    ):
        return folder
    packed = archive is not None and (
        only.name == archive.stem or not os.path.lexists(only / METADATA)
    )
    if packed or WRAPPER.fullmatch(only.name):
        return _without_wrapping(only, file, results, archive)
    many = _submissions_seen(only, file)
    if many < 2:
        return folder
    way, inside_it = (
        ("name that folder", only) if archive is None else (UNPACK_IT, Path(only.name))
    )
    around, shown = (
        visible_name(str(path), limits.LONGEST_MESSAGE)
        for path in (archive or folder, inside_it)
    )
    raise WrongUsage(
        f"{around} holds one folder alone, with {many} submissions in it: {shown}."
        f" If it is a whole class, {way}."
        " If it is one student's submission, grade it without class."
    )


def _submissions_seen(folder: Path, file: str) -> int:
    entries = [entry for entry in _entries(folder) if not entry.is_symlink()]
    if os.path.lexists(folder / METADATA):
        return sum(SUBMISSION.fullmatch(entry.name) is not None for entry in entries)
    students = {found.students for found in map(_of_platform, entries) if found}
    return len(students) + sum(
        os.path.isfile(entry / file) for entry in entries if _of_platform(entry) is None
    )


def _in_folder(folder: Path, file: str, place: Path, results: Path | None) -> Class:
    entries = _entries(folder, results)
    if os.path.isfile(folder / METADATA) and any(
        SUBMISSION.fullmatch(entry.name) for entry in entries
    ):
        return _of_gradescope(folder, entries, place)
    plain: list[HandIn] = []
    exported: list[HandIn] = []
    not_understood: list[tuple[str, str]] = []
    patterns = _patterns_of_all(entries)
    for entry in entries:
        if entry.is_symlink():
            not_understood.append((entry.name, A_LINK))
        elif found := _of_platform(entry, patterns):
            exported.append(found)
        elif _may_be_handed_in(entry, file):
            name = entry.name if os.path.isdir(entry) else entry.stem
            plain.append(HandIn(name, (_of_entry(name, folder),), entry, entry.name))
        else:
            not_understood.append((entry.name, NOT_SUBMITTED))
    by_student = defaultdict[tuple[Identity, ...], list[HandIn]](list)
    for hand_in in _after_one_title(exported):
        by_student[hand_in.students[0].ids].append(hand_in)
    of_platform = [_of_student(theirs, place) for theirs in by_student.values()]
    if len(plain) >= len(
        of_platform
    ):  # no platform made this folder, so such names are the students' own
        of_platform = [
            each._replace(students=(Student.of_folder(each.name),))
            for each in of_platform
        ]
    return Class([*plain, *of_platform], not_understood)


def _of_entry(name: str, folder: Path) -> Student:
    """Return the student of a folder or a file that no platform named.

    folder: of the class.
    """
    student = Student.of_folder(name)
    prefix = folder.name.removesuffix(REPOSITORIES.lstrip("-"))
    if (
        not folder.name.endswith(REPOSITORIES)
        or not name.startswith(prefix)
        or name == prefix
    ):
        return student
    return student._replace(
        ids=(*student.ids, Identity(GITHUB_NAME, name.removeprefix(prefix)))
    )


def _may_be_handed_in(entry: Path, file: str) -> bool:
    return os.path.isdir(entry) or entry.suffix.lower() in (*TAKEN, Path(file).suffix)


def _of_platform(
    entry: Path, patterns: Collection[re.Pattern[str]] = ()
) -> HandIn | None:
    """Return what a platform's name says of an entry.

    patterns: those of its folder's platform, if that is known.
    """
    is_folder = os.path.isdir(entry)
    if (
        is_folder
        and SAKAI.fullmatch(entry.name)
        and any(os.path.lexists(entry / name) for name in OF_SAKAI)
    ):
        of_sakai = platform_entry(entry.name, [SAKAI])
        return of_sakai and of_sakai._replace(path=entry / ATTACHMENTS)
    usual = FOLDERS if is_folder else FILES
    hand_in = platform_entry(
        entry.name, [pattern for pattern in usual if pattern in (patterns or usual)]
    )
    return (
        None
        if hand_in is None or (is_folder and hand_in.original)
        else hand_in._replace(path=entry)
    )


def _patterns_of_all(entries: Iterable[Path]) -> set[re.Pattern[str]]:
    """Return the pattern that all of a platform's names have, where one has; the names
    of students may imitate others.

    Raises WrongUsage where all may be two platforms' names.
    """
    fitting = []
    for entry in entries:
        usual = FOLDERS if os.path.isdir(entry) else FILES
        if patterns := {pattern for pattern in usual if pattern.fullmatch(entry.name)}:
            fitting.append(patterns)
    common = set.intersection(*fitting) if fitting else set()
    if len(common) > 1 and len(fitting) > 1:
        raise WrongUsage(
            "the names of the files may be those of two platforms,"
            f" so whose they are is unclear; {RENAME}"
        )
    return common


def _after_one_title(exported: Sequence[HandIn]) -> list[HandIn]:
    """Return the hand-ins, those of Blackboard with the logins that stand after one
    title of the assignment.
    """
    before_attempt: dict[HandIn, str] = {}
    for hand_in in exported:
        match = BLACKBOARD.fullmatch(hand_in.file)
        if match and all(
            identity.kind == LOGIN for identity in hand_in.students[0].ids
        ):
            before_attempt[hand_in] = match["whose"]
    titles = []
    for hand_in, text in before_attempt.items():
        titles.append(
            {text.removesuffix(identity.value) for identity in hand_in.students[0].ids}
        )
    common = set.intersection(*titles) if titles else set()
    narrowed = []
    for hand_in in exported:
        text = before_attempt.get(hand_in, "")
        ids = tuple(
            each
            for each in hand_in.students[0].ids
            if text.removesuffix(each.value) in common
        )
        if text and ids:
            login = ids[0].value
            narrowed.append(
                hand_in._replace(name=login, students=(Student(login, ids=ids),))
            )
        else:
            narrowed.append(hand_in)
    return narrowed


def _of_student(files: Sequence[HandIn], place: Path) -> HandIn:
    """Return one submission of all that a platform exported under a student's name.

    files: the files and folders. Files, which the platform renamed, are copied under
    their own names; of two with one name the later. Of a platform that tells the time
    of each attempt only the latest attempt counts.
    """
    counting, earlier = _latest_attempt(files)
    notes = [f"{visible_name(file.file)} is of an earlier attempt" for file in earlier]
    first, *others = sorted(counting, key=_folders_first)
    if os.path.isdir(first.path):
        names = [visible_name(file.file) for file in others]
        notes += [f"beside it, not looked at: {name}" for name in names]
        return first._replace(notes=tuple(notes))

    newest_by_name = _newest_by_name(counting)
    newest_files = {*newest_by_name.values()}
    older = [file for file in counting if file.original and file not in newest_files]
    notes += [f"{visible_name(file.file)} is older, and was left out" for file in older]
    digest = sha256(repr(first.students).encode()).hexdigest()
    folder = place / "renamed" / digest
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
    """Return the files of a student's latest attempt, and those of earlier ones.

    All are of the latest one where the platform does not tell the times of attempts.
    """
    attempts = [file.submission for file in files if file.at]
    if not attempts or max(attempts) == 0:
        return [*files], []
    latest = max(attempts)
    counting = [file for file in files if file.submission == latest]
    earlier = [file for file in files if file.submission != latest]
    return counting, earlier


def _folders_first(file: HandIn) -> tuple[bool, Path]:
    """Order folders before files, by name.

    Moodle's folder of the files comes so before that of what was typed, onlinetext.
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
    """Copy a student's files, as many bytes as a submission may have; return a note for
    each that is not there then.

    files: by where each goes. Raises WrongUsage where the disk is full.
    """
    notes = []
    room = limits.LARGEST_SUBMISSION
    for target, hand_in in files.items():
        try:
            with open_regular(hand_in.path) as source:
                size = os.fstat(source.fileno()).st_size
                if size > room:
                    notes.append(
                        f"{visible_name(hand_in.file)} was left out: {TOO_LARGE}"
                    )
                    continue
                with target.open("xb") as copy:
                    left = size
                    while left and (piece := source.read(min(left, limits.PIECE))):
                        copy.write(piece)
                        left -= len(piece)
                room -= size
        except OSError as error:
            if (
                error.errno in NO_ROOM
            ):  # half a program must not be graded as the student's
                raise WrongUsage(f"{target.parent}: {FULL}") from None
            notes.append(
                f"{visible_name(hand_in.file)} cannot be read: {error.strerror}"
            )
    return notes


def _of_gradescope(folder: Path, entries: Sequence[Path], place: Path) -> Class:
    metadata = gradescope_metadata(folder / METADATA)
    folders = {
        entry.name for entry in entries if entry.is_dir() and not entry.is_symlink()
    }
    hand_ins = []
    for name in sorted(metadata.keys() | folders):
        students, at, of_time = metadata.get(name, ((), None, ()))
        path, notes = (
            folder / name,
            of_time if name in metadata else (f"{METADATA} does not say whose it is",),
        )
        if name not in folders:
            path, notes = (
                place / "missing" / name,
                (f"{METADATA} names it, but the export has no such folder",),
            )
        hand_ins.append(
            HandIn(
                name,
                students or (Student.of_folder(name),),
                path,
                name,
                at,
                notes=notes,
            )
        )
    left = [
        entry for entry in entries if entry.name not in (*metadata, *folders, METADATA)
    ]
    why = f"{METADATA} does not name it"
    return Class(
        hand_ins,
        [(entry.name, A_LINK if entry.is_symlink() else why) for entry in left],
    )


def _entries(folder: Path, results: Path | None = None) -> list[Path]:
    return [
        entry
        for entry in sorted(folder.iterdir())
        if not _is_hidden(entry) and entry != results
    ]


def _is_hidden(entry: Path) -> bool:
    if entry.name.startswith(".") and os.path.isdir(entry) and _of_platform(entry):
        return False  # a student's name may begin with a dot, in Moodle too
    return entry.name.startswith(".") or entry.name in ("__MACOSX", "__pycache__")


def _named(hand_ins: Sequence[HandIn]) -> list[HandIn]:
    """The submissions, sorted by unique names that every file system takes: changed
    ones have a digest of the path.
    """
    names = [
        re.sub(r"[^\w.@+ ,-]+", "_", hand_in.name).encode()[
            : limits.LONGEST_RESULT_NAME
        ]
        for hand_in in hand_ins
    ]
    plain = [name.decode("utf-8", "ignore").strip(" .-") for name in names]
    taken = Counter(map(_as_any_file_system, plain))
    named = []
    for hand_in, name in zip(hand_ins, plain, strict=True):
        key = _as_any_file_system(name)
        stays = name == hand_in.name and taken[key] == 1 and not RESERVED.fullmatch(key)
        with_digest = (
            f"{name}-{sha256(os.fsencode(hand_in.file)).hexdigest()[:16]}".lstrip("-")
        )
        named.append(hand_in._replace(name=name if stays else with_digest))
    return sorted(named, key=lambda hand_in: hand_in.name)


def _as_any_file_system(name: str) -> str:
    """A key that two names share if a file system may take them for one: it ignores
    case and Unicode normalization.
    """
    return unicodedata.normalize(
        "NFKC", unicodedata.normalize("NFKC", name.upper()).casefold()
    )


def exported_by_others(hand_ins: Iterable[HandIn], file: str) -> list[str]:
    """Return the names that look as if a platform made them that is not known here;
    none where it is one name alone.

    file: what students hand in, before which platforms write whose it is. Some write a
    date.
    """
    plain = [
        each
        for each in hand_ins
        if [identity.kind for identity in each.students[0].ids] == [FOLDER]
    ]
    stem = re.escape(Path(file).stem)
    behind_more = re.compile(rf".*[\W_]{stem}(-\d+)?\.\w+", re.DOTALL | re.IGNORECASE)
    with_date = re.compile(r".*(?<!\d)(20\d\d\D+\d|\d\D+20\d\d)(?!\d{3}).*", re.DOTALL)
    alike = [
        each.file
        for each in plain
        if behind_more.fullmatch(each.file) or with_date.fullmatch(each.file)
    ]
    return alike if len(alike) > 1 else []


# --- What platforms call a student's file, and say of it ---

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
    r"(?P<whose>.+?_.+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)",
    re.DOTALL,
)
"""As in Homework 5_ada1_attempt_2026-11-20-10-00-00_alphabeta.py; the .txt without a
file's name is a receipt.
"""
MONTHS = (
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
)
CLOCK = rf"({'|'.join(MONTHS)}) (\d\d?), (\d{{4}}) (\d\d?)(\d\d) ([AP])M"
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
"""What Sakai calls the folder of the files that a student handed in."""
OF_SAKAI = (ATTACHMENTS, "timestamp.txt")
"""What is in each folder that Sakai made for a student, one or both."""
REPOSITORIES = "-submissions"
"""How the folder ends into which GitHub Classroom clones an assignment's repositories.
"""
AGAIN = re.compile(r"\A(?P<stem>[A-Za-z_]\w*)-(?P<number>\d+)(?P<suffix>\.\w+)\Z")
"""How Canvas renames a file that is handed in again.

No module's own name has a hyphen.
"""
FEEDBACK = "feedback.html"
"""A student's page as the platform takes it back, after what it put before the
student's own name of a file.
"""

FULL = "there is no room; set TMPDIR to a folder that has some"
UNPACK_YOURSELF = "Download it again, or unpack it yourself and name the folder"
ROOM = "room in all"
"""Why a file is not unpacked that would be, if others had handed in less."""


def platform_entry(
    name: str, patterns: Sequence[re.Pattern[str]] | None = None
) -> HandIn | None:
    """Return what a platform's name of a file or a folder says of it; None for any
    other name.
    """
    among = FILES if patterns is None else patterns
    matches = [
        match for pattern in among if (match := pattern.fullmatch(name)) is not None
    ]
    if not matches:
        return None
    # Where what the platform wrote ends first the rest is the name that the student
    # chose, which may imitate another.
    match = min(matches, key=_chosen_from)
    return READERS[match.re](match)


def _chosen_from(match: re.Match[str]) -> int:
    """Return where the name begins that the student chose for a file; the end, where
    there is none.
    """
    return (
        len(match.string)
        if match.groupdict().get("file") is None
        else match.start("file")
    )


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
    """Return what Blackboard's name says.

    Titles and logins may have underscores, so each end may be the login.
    """
    parts = match["whose"].split("_")
    logins = ["_".join(parts[start:]) for start in range(len(parts) - 1, 0, -1)]
    student = Student(logins[0], ids=tuple(Identity(LOGIN, login) for login in logins))
    return _attempt(
        _exported(logins[0], student, match),
        ["{}-{}-{}T{}:{}:{}".format(*match["time"].split("-"))],
    )


def _of_brightspace(match: re.Match[str]) -> HandIn:
    student = _numbered(match, BRIGHTSPACE_NUMBER)
    clocks = []
    for month, day, year, hour, minute, half in re.findall(CLOCK, match.string):
        of_day = int(hour) % 12 + (12 if half == "P" else 0)
        clocks.append(
            f"{year}-{MONTHS.index(month) + 1:02}-{int(day):02}T{of_day:02}:{minute}"
        )
    return _attempt(
        _exported(f"{student.name}_{student.number}", student, match), clocks
    )


def _of_sakai(match: re.Match[str]) -> HandIn:
    student = Student(match["student"], ids=(Identity(LOGIN, match["login"]),))
    return HandIn(match["login"], (student,), Path(match.string), match.string)


def _numbered(match: re.Match[str], kind: str) -> Student:
    """Return a student of whom a platform tells a name and its own number."""
    return Student(
        match["student"], number=match["user"], ids=(Identity(kind, match["user"]),)
    )


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
    times = [at for clock in clocks if (at := read_time(clock)) is not None]
    if not times:
        return hand_in
    return hand_in._replace(
        at=max(times), submission=int(max(times).strftime("%Y%m%d%H%M%S"))
    )


READERS = {
    CANVAS: _of_canvas,
    MOODLE: _of_moodle,
    BLACKBOARD: _of_blackboard,
    BRIGHTSPACE: _of_brightspace,
    SAKAI: _of_sakai,
}
FILES, FOLDERS = (CANVAS, MOODLE, BLACKBOARD, BRIGHTSPACE), (MOODLE, BRIGHTSPACE)
"""What platforms call files and folders.

Sakai's folders are known by what is in them, too.
"""


def original_names(names: Iterable[str]) -> dict[str, str]:
    """The newest of each of a student's files, by the name that it had before Canvas
    numbered it.
    """
    numbered = [
        (int(again["number"]) if (again := AGAIN.match(name)) else 0, name)
        for name in names
    ]
    return {
        AGAIN.sub(r"\g<stem>\g<suffix>", name): name for _, name in sorted(numbered)
    }


def gradescope_metadata(
    file: Path,
) -> dict[str, tuple[tuple[Student, ...], datetime | None, tuple[str, ...]]]:
    """The students, the time and notes on that, of each submission by its folder's
    name. Raises WrongUsage.
    """
    import yaml  # no other class needs it

    loader = getattr(
        yaml, "CBaseLoader", yaml.BaseLoader
    )  # makes text, lists and dictionaries alone, whatever the tag
    shown = visible_name(str(file), limits.LONGEST_MESSAGE)
    submissions: dict[
        str, tuple[tuple[Student, ...], datetime | None, tuple[str, ...]]
    ] = {}
    try:
        for folder, entry in yaml.load(file.read_text("utf-8"), Loader=loader).items():  # noqa: S506 - see above
            fields = _without_colons(entry)
            people = map(_without_colons, fields.get("submitters") or ())
            words = (
                [str(person.get(key, "")) for key in ("name", "email", "sid")]
                for person in people
            )
            students = tuple(
                _gradescope_student(*fields) for fields in words if any(fields)
            )
            at = fields.get("created_at", "")
            submissions[folder] = (
                students,
                read_time(at),
                () if read_time(at) else (_no_time(at),),
            )
            if not SUBMISSION.fullmatch(folder):
                raise WrongUsage(
                    f"{METADATA} names {visible_name(folder)},"
                    " which is no folder's name; export it again"
                )
    except (
        AttributeError
    ):  # something else is where a table, a list or a text should be
        raise WrongUsage(
            f"{shown}: these are not Gradescope's metadata; export them again"
        ) from None
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        why = " ".join(str(error).split())
        raise WrongUsage(
            f"{shown} cannot be read: {visible_name(why, limits.LONGEST_MESSAGE)}"
        ) from None
    return submissions


def _no_time(written: str) -> str:
    """Say that it is not known when something was handed in.

    written: in place of a time.
    """
    why = (
        f"the time {visible_name(written)} in {METADATA} cannot be read"
        if written
        else f"{METADATA} has no time of it"
    )
    return f"{why}, so it is not known whether it is late"


def _gradescope_student(name: str, email: str, sid: str) -> Student:
    """Return a student of whom Gradescope tells the address and the university's id;
    the name is the student's word.
    """
    return Student(name, email, sid, (Identity(UNIVERSITY_ID, sid),) if sid else ())


def _without_colons(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Fields with plain keys: Ruby, which wrote them, begins keys with a colon."""
    return {key.lstrip(":"): value for key, value in fields.items()}


def read_time(text: str) -> datetime | None:
    """Parses a time in ISO 8601; without a time zone it is this machine's.

    None for any other text.
    """
    time = parse_time(text)
    try:
        return time.astimezone() if time else None
    except (ValueError, OverflowError):
        return None


# --- An archive of a class ---


def unpack(archive: Path, folder: Path) -> list[NotUnpacked]:
    """Unpack a .zip of a class into a new folder, and return what was refused of it.

    Raises WrongUsage where nothing can be read, or the disk is full.
    """
    from autograder.reader.archive import Bounds
    from autograder.reader.process import CannotRead, unpack  # few classes are archives

    bounds = Bounds(
        of_a_class=True,
        most_listed=limits.MOST_CLASS_ENTRIES,
        most_files=limits.MOST_LISTED,
        room=limits.LARGEST_SUBMISSION,
        room_in_all=limits.LARGEST_CLASS,
        deepest=limits.DEEPEST_CLASS_FOLDER,
        exported=[pattern.pattern for pattern in FILES],
    )
    name = visible_name(archive.name)
    try:
        refusals = unpack(archive, folder, bounds)
    except CannotRead as error:
        why = visible_name(str(error), limits.LONGEST_MESSAGE)
        raise WrongUsage(f"{name} {why}. {UNPACK_YOURSELF}.") from None
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
    reasons = table("classroom")["refused"]
    if refusal.reason == "more":
        return reasons["more"].format(more=counted(int(refusal.name), "more file"))
    words = reasons[refusal.reason].format(
        error=visible_name(refusal.error, limits.LONGEST_MESSAGE),
        most=limits.LARGEST_SUBMISSION // 2**20,
        many=limits.MOST_LISTED,
        deepest=limits.DEEPEST_CLASS_FOLDER,
    )
    return f"{visible_name(refusal.name)} was not unpacked: {words}"
