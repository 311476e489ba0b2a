"""Finds a student's file among what was submitted, and the modules that it imports from
beside it.

What is met there may be anything: no link is followed, all is bounded, and no source is
parsed or run here.
"""

import contextlib
import os
import re
import unicodedata
from collections import deque
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from autograder import limits
from autograder.files import is_left_by_programs, open_regular, read_regular
from autograder.text import listed, source_lines, visible_name

ARCHIVE = "a zip archive: unpack it, and submit the Python file that is in it"
OTHER_ARCHIVE = "an archive: unpack it, and submit the Python file that is in it"
NOTEBOOK = "a notebook: save it as Python (in Jupyter: Save and Export Notebook As, Executable Script), and submit that"
DOCUMENT = "a document and no plain text: copy the program into an editor for code, save it there, and submit that"
WEB_PAGE = "a web page that was saved in place of the program: download the Python file itself, and submit that"
POINTER = "a pointer of Git LFS, which only names the program: take it out of Git LFS, or submit the Python file itself"
RICH_TEXT = "rich text: save it as plain text (in TextEdit: Format, Make Plain Text), and submit that"
COMPILED = "compiled Python: submit the file that it was compiled from, which you wrote"
PICTURE = "a picture: submit the program as text"

BEGINNINGS = (
    (b"PK\x03\x04", ARCHIVE),
    (b"PK\x05\x06", ARCHIVE),  # one without anything in it
    (b"Rar!\x1a\x07", OTHER_ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", OTHER_ARCHIVE),
    (b"\x1f\x8b", OTHER_ARCHIVE),  # gzip
    (b"\xfd7zXZ\x00", OTHER_ARCHIVE),
    (b"version https://git-lfs.github.com/spec/", POINTER),
    (b"{\\rtf", RICH_TEXT),
    (b"%PDF-", DOCUMENT),
    (b"\xd0\xcf\x11\xe0", DOCUMENT),  # Word before 2007
    (b"\x89PNG", PICTURE),
    (b"\xff\xd8\xff", PICTURE),  # JPEG
)
"""What a file is that begins so, as no program in Python does."""
OF_AN_OFFICE = (b"[Content_Types].xml", b"mimetypeapplication/vnd.oasis.opendocument")
"""Names at the beginning of the zip archive that a document of Word or LibreOffice
is."""
MARKUP = (b"<!doctype html", b"<html", b"<head")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ENDINGS = {
    ".zip": ARCHIVE,
    ".ipynb": NOTEBOOK,
    **dict.fromkeys(
        (".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz"), OTHER_ARCHIVE
    ),
}
"""What a file is by the end of its name, where no file has the right name."""
DOCUMENTS = (".doc", ".docx", ".odt", ".pages", ".pdf", ".rtf", ".html", ".htm")
HIDDEN_ENDING = "Windows hides such endings until its Explorer is told to show file name extensions."


DEFINE_UNSEEN = frozenset({"exec", "globals", "setattr"})
"""What a module can define names with that stand nowhere in it."""


class NoSubmission(Exception):
    """The file that students submit is not there, or is no program. Its text says what
    was found instead."""


class Submission(NamedTuple):
    """A student's file, and all that it may import, itself too: regular files below its
    folder, relative to it."""

    folder: Path
    file: str
    beside: tuple[Path, ...]
    notes: tuple[str, ...] = ()
    """What whoever reads the grade must know of what was chosen."""


def find_submission(
    path: Path, file: str, functions: Collection[str] | None = ()
) -> Submission:
    """The submission at a path: a file of any name, or a folder that holds `file`,
    nested or not.

    functions: what a submission defines, to recognize another student's beside a named
    file. None where all files beside it are other students': then it is taken alone.
    Raises NoSubmission with words for the student.
    """
    if os.path.isdir(path):
        return _in_folder(path, file)
    # a link is followed, as whoever grades has named it
    original = Path(os.path.realpath(path))
    _refuse_what_is_no_program(original)
    imported, left_out = (
        ([], {}) if functions is None else local_imports(original, file, functions)
    )
    shown = visible_name(original.name)
    renamed = "" if original.name == file else f", with {shown} as {file},"
    notes = [
        f"{visible_name(str(entry))} beside {shown} was not handed over: {reason}, so it may be another student's"
        f" submission. If it is part of this one, put both into a folder of their own{renamed} and grade that."
        for entry, reason in islice(left_out.items(), limits.MOST_NAMED)
    ]
    return Submission(
        original.parent, original.name, (Path(original.name), *imported), tuple(notes)
    )


def _in_folder(path: Path, file: str) -> Submission:
    files = list(submitted_files(path))
    candidates = [entry for entry in files if entry.name == file]
    if not candidates:
        raise NoSubmission(
            f"There is no {file} in the submission{_what_else(path, file, files)}"
        )
    if len(candidates) > 1:
        more = f"There is more than one {file} in the submission: {listed(candidates)}."
        raise NoSubmission(
            f"{more} Which one is meant is not guessed, so none was run. Submit one of them."
        )
    _refuse_what_is_no_program(path / candidates[0])
    relative = candidates[0].parent
    beside = tuple(
        entry.relative_to(relative) for entry in files if entry.is_relative_to(relative)
    )
    others = [entry for entry in files if _is_copy(entry.name, file)]
    note = f"Graded: {file}. Not looked at: {listed(others)}. If the newer one is there, submit it as {file}."
    return Submission(path / relative, file, beside, (note,) if others else ())


def _refuse_what_is_no_program(file: Path) -> None:
    """Raises NoSubmission where a file cannot be read, or is plainly not Python."""
    shown = visible_name(file.name)
    try:
        with open_regular(file) as opened:
            start = opened.read(2**20)
            size = os.fstat(opened.fileno()).st_size
    except OSError as error:
        words = f"{shown} cannot be read: {error.strerror}. Look at its permissions, and submit again."
        raise NoSubmission(words) from None
    if size > limits.LARGEST_SUBMISSION:
        most = limits.LARGEST_SUBMISSION // 2**20
        raise NoSubmission(
            f"{shown} is larger than {most} MiB, so it is no program that a person wrote."
        )
    if kind := _kind_of(start):
        raise NoSubmission(f"{shown} is {kind}.")


def _kind_of(start: bytes) -> str:
    """Return what a file plainly is that is no Python, and what to do; "" if it may be
    Python. start: its beginning."""
    text = start.removeprefix(BYTE_ORDER_MARK).lstrip()
    if start.startswith(b"PK") and any(name in start[:200] for name in OF_AN_OFFICE):
        return DOCUMENT
    for beginning, kind in BEGINNINGS:
        if text.startswith(beginning):
            return kind
    if text.startswith(b"<") and any(tag in text[:2000].lower() for tag in MARKUP):
        return WEB_PAGE
    if start[257:262] == b"ustar" or start[4:10] == b"1AY&SY":  # tar, and bzip2
        return OTHER_ARCHIVE
    # Python's magic number, and flags
    if start[2:4] == b"\r\n" and b"\0" in start[:16]:
        return COMPILED
    return NOTEBOOK if text.startswith(b"{") and b'"nbformat"' in start else ""


def submitted_files(folder: Path) -> Iterator[Path]:
    """The regular files below a folder, relative to it, the nearest first, within
    bounds; closed folders left out."""
    todo, looked_at = deque([(Path(), 0)]), 0
    while todo:
        parent, depth = todo.popleft()
        try:
            with os.scandir(folder / parent) as opened:
                entries = sorted(
                    islice(opened, limits.MOST_LISTED - looked_at),
                    key=lambda entry: entry.name,
                )
        except OSError:
            continue
        looked_at += len(entries)
        for entry in entries:
            relative = parent / entry.name
            if len(os.fsencode(relative)) > limits.LONGEST_PATH:
                continue
            if entry.is_file(follow_symlinks=False):
                yield relative
            elif is_left_by_programs(entry.name):
                continue
            elif entry.is_dir(follow_symlinks=False) and depth < limits.DEEPEST_FOLDER:
                todo.append((relative, depth + 1))


def _is_copy(name: str, file: str) -> bool:
    """Whether a name is what a browser or a file manager makes of another copy of a
    file: `alphabeta (1).py`."""
    stem, suffix = (re.escape(part) for part in os.path.splitext(file))
    pattern = rf"copy of {stem}{suffix}|{stem}(?: ?\(\d+\)| ?-? ?copy(?: ?\(?\d+\)?)?){suffix}"
    return re.fullmatch(pattern, name, re.IGNORECASE) is not None


def _what_else(folder: Path, file: str, found: list[Path]) -> str:
    if not found:
        with contextlib.suppress(OSError):
            os.listdir(folder)
            return ": it is empty."
        return ": its folder cannot be read."
    holds = f"; it holds {listed(found)}."
    for entry in found:
        if advice := _renaming(entry.name, file):
            return f"{holds} {advice}"
    for suffix, kind in ENDINGS.items():
        for entry in found:
            if entry.suffix.lower() == suffix:
                return f"{holds} {visible_name(entry.name)} is {kind} as {file}."
    stem = os.path.splitext(file)[0].lower()
    for entry in found:
        if entry.suffix.lower() in DOCUMENTS and entry.name.lower().startswith(
            f"{stem}."
        ):
            return f"{holds} {visible_name(entry.name)} is {DOCUMENT} as {file}."
    return f"{holds} The file must be called exactly {file}."


def _renaming(name: str, file: str) -> str:
    """Return how to rename a file whose name is nearly that of the student's file; ""
    for any other name."""
    stem, suffix = os.path.splitext(file.lower())
    near = name.lower()
    rename = f"Rename {visible_name(name)} to {file}"
    if near.strip() == file.lower() != near:
        return f'Rename "{visible_name(name)}" to {file}: there is a blank too many in its name.'
    if near == file.lower() or _is_copy(name, file) or near == f"{stem}.pyw":
        return f"{rename}."
    if near in (f"{file.lower()}.txt", f"{file.lower()}{suffix}"):
        return f"{rename}. {HIDDEN_ENDING}"
    return (
        f"{rename}, if that is your program."
        if near in (stem, f"{stem}.txt", f"{file.lower()}.download")
        else ""
    )


def local_imports(
    file: Path, submitted: str, functions: Collection[str]
) -> tuple[list[Path], dict[Path, str]]:
    """Return the modules beside a file that it imports by name, and those that these
    import; relative to its folder.

    submitted: what a submission's file is called. functions: what it defines. A module
    that may be another student's submission is left out, and comes second, with the
    reason. What looks like an import and is none, as in a docstring, is taken for one.
    """
    imported: list[Path] = []
    left_out: dict[Path, str] = {}
    telling = _telling_words(functions)
    folder, seen, read = file.parent, {Path(file.name)}, 0
    todo = [_source(file) or ""]
    while todo:
        for candidate in _candidates(folder, todo.pop()):
            if candidate in seen:
                continue
            seen.add(candidate)
            source = _source(folder / candidate)
            read += len(source or "")
            if read > limits.LARGEST_PROGRAMS or len(seen) > limits.MOST_CANDIDATES:
                return imported, left_out
            if source is None:
                continue
            word = telling.search(_as_names(source)) if telling is not None else None
            if candidate.name == submitted:
                left_out[candidate] = "it is called as submissions are"
            elif word is not None:
                left_out[candidate] = f"it mentions {visible_name(word[0])}"
            else:
                imported.append(candidate)
                todo.append(source)
    return imported, left_out


def _telling_words(functions: Collection[str]) -> re.Pattern[str] | None:
    """Return a pattern that finds a word in each text that may define one of some
    functions; None where there is none.

    There are too many ways to define a name, so whoever only mentions one is found,
    too. functions: of `Player.search` and `f|g` any part counts.
    """
    parts = {
        part for function in functions for part in re.split(r"[.|]", function) if part
    }
    words = "|".join(
        re.escape(_as_names(part)) for part in sorted(parts | DEFINE_UNSEEN)
    )
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)") if parts else None


def _as_names(text: str) -> str:
    """Return a text in which names are written as Python reads them: a full-width m is
    an m.

    It is done in pieces, as a long row of accents would take the square of its length.
    """
    pieces = rf"[^\x00-\x7f]{{1,{limits.LONGEST_NORMALIZED}}}"
    return re.sub(pieces, lambda piece: unicodedata.normalize("NFKD", piece[0]), text)


def _candidates(folder: Path, source: str) -> Iterator[Path]:
    """What each word beside an `import` would name in a folder: a module, then all
    modules of a package."""
    lines = [
        line for line in source.replace("\\\n", " ").split("\n") if "import" in line
    ]
    words = list(dict.fromkeys(re.findall(r"\w+", " ".join(lines))))
    yield from (Path(f"{word}.py") for word in words)
    for word in words:
        if not os.path.islink(folder / word):
            yield from (
                word / file
                for file in submitted_files(folder / word)
                if file.suffix == ".py"
            )


def _source(file: Path) -> str | None:
    data = read_regular(file, limits.LARGEST_PROGRAM)
    return None if data is None else "\n".join(source_lines(data))
