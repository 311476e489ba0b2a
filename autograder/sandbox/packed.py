"""Submissions that are packed: an archive is unpacked, a notebook becomes a Python file. Both may be anything."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.archives import LOCKED, NO_FILE, OUTSIDE, TOO_LARGE, Refused, check, write
from autograder.files import NO_ROOM, open_regular
from autograder.limits import (
    LARGEST_ARCHIVE,
    LARGEST_NOTEBOOK,
    LARGEST_SUBMISSION,
    MOST_FILES,
    MOST_NAMED,
    NOTEBOOK_SECONDS,
)
from autograder.paths import PROJECT
from autograder.sandbox.staging import temporary_folder
from autograder.sandbox.submission import NoSubmission, listed, submitted_files
from autograder.text import visible_name

if TYPE_CHECKING:
    import zipfile

ZIP, NOTEBOOK, PYTHON = ".zip", ".ipynb", ".py"
REFUSED = {
    OUTSIDE: "holds {what}, which would lie outside of it. Pack it anew, from its folder.",
    NO_FILE: "holds {what}, which is a link or no file at all. Pack the file itself.",
    LOCKED: "is locked with a password. Pack it without one.",
    TOO_LARGE: "is larger than {most} MiB when it is unpacked. Pack your own files alone.",
}
READER = (sys.executable, "-m", "autograder.sandbox.notebook_reader")


@contextlib.contextmanager
def unpacked(path: Path, file: str, accept: Sequence[str]) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Where a submission lies as plain files, and notes on what became of it. Raises NoSubmission and NoPlace.

    file: what students submit. accept: what they may submit it as, such as ".py" and ".ipynb".
    """
    if set(accept) <= {PYTHON}:
        yield path, ()
        return

    def unpack(folder: Path) -> tuple[Path, tuple[str, ...]]:
        plain = _without_archive(path, file, folder / "archive") if ZIP in accept else path
        return _without_notebook(plain, file, folder / "notebook") if NOTEBOOK in accept else (plain, ())

    with temporary_folder(unpack) as found:
        yield found


def _without_archive(path: Path, file: str, folder: Path) -> Path:
    """The folder of an archive's contents, where the submission is one; else the submission."""
    if os.path.isfile(path):
        return _unzipped(path, folder) if path.suffix.lower() == ZIP else path
    files = list(submitted_files(path))
    archives = [entry for entry in files if entry.suffix.lower() == ZIP]
    others = [entry for entry in files if entry.name in (file, _notebook_of(file))]
    if archives and len(archives) + len(others) > 1:
        raise _more_than_one([*archives, *others])
    return _unzipped(path / archives[0], folder) if archives else path


def _notebook_of(file: str) -> str:
    return file.removesuffix(PYTHON) + NOTEBOOK


def _more_than_one(found: Sequence[Path]) -> NoSubmission:
    return NoSubmission(
        f"There is more than one thing that could be meant: {listed(found)}."
        " Which one is not guessed, so none was run. Submit one of them."
    )


def _unzipped(archive: Path, folder: Path) -> Path:
    import zipfile  # only an archive needs it

    name = visible_name(archive.name)
    if archive.stat().st_size > LARGEST_ARCHIVE:
        raise NoSubmission(f"{name} is larger than {LARGEST_ARCHIVE // 2**20} MiB. Pack your own files alone.")
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = [entry for entry in opened.infolist() if not entry.is_dir()]
            if len(entries) > MOST_FILES:
                raise NoSubmission(f"{name} holds more than {MOST_FILES} files. Pack your own files alone.")
            room = LARGEST_SUBMISSION
            for entry in entries:
                try:
                    room -= _unpack(opened, entry, folder, room)
                except Refused as error:
                    most, what = LARGEST_SUBMISSION // 2**20, visible_name(entry.filename)
                    raise NoSubmission(f"{name} {REFUSED[str(error)].format(what=what, most=most)}") from None
    except NoSubmission:
        raise
    except Exception as error:  # a damaged one: each way of packing has errors of its own
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            raise
        why = str(error)
        if isinstance(error, OSError) and error.filename:  # its path on this machine is nothing to a student
            why = f"{error.strerror}: {os.path.basename(error.filename)}"
        raise NoSubmission(f"{name} cannot be unpacked: {visible_name(why)}. Pack it again.") from None
    folder.mkdir(exist_ok=True)
    return folder


def _unpack(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path, room: int) -> int:
    """Writes one file of an archive; returns its bytes. Of two with one name the later counts."""
    if "\\" in entry.filename or ":" in entry.filename:
        raise Refused(OUTSIDE)
    check(entry, entry.filename)
    target = folder / entry.filename
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    return write(opened, entry, target, room)


def _without_notebook(path: Path, file: str, folder: Path) -> tuple[Path, tuple[str, ...]]:
    """The submission with its notebook as Python, where it has one, and a note on what was left out."""
    if os.path.isfile(path):
        if path.suffix.lower() != NOTEBOOK:
            return path, ()
        notebook, files = Path(path.name), [Path(path.name)]
        path = path.parent
    else:
        files = list(submitted_files(path))
        found = [entry for entry in files if entry.name in (file, _notebook_of(file))]
        notebooks = [entry for entry in found if entry.suffix == NOTEBOOK]
        if notebooks and len(found) > 1:
            raise _more_than_one(found)
        others = [entry for entry in files if entry.suffix.lower() == NOTEBOOK]
        if not found and others:
            right, name = _notebook_of(file), visible_name(others[0].name)
            raise NoSubmission(
                f"There is no {right} in the submission; it holds {listed(files)}. Rename {name} to {right}."
            )
        if not notebooks:
            return path, ()
        notebook = notebooks[0]
    python = _read(path / notebook)
    for entry in files[:MOST_FILES]:
        _copy(path / entry, folder / entry)
    (folder / notebook.parent).mkdir(parents=True, exist_ok=True)
    (folder / notebook.parent / file).write_text(python["source"], "utf-8", errors="replace")
    return folder, _notes(notebook, python["left_out"])


def _copy(file: Path, target: Path) -> None:
    """Copies what may be imported; what cannot be read is left out."""
    with contextlib.suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        with open_regular(file) as opened:
            target.write_bytes(opened.read(LARGEST_NOTEBOOK))


def _read(notebook: Path) -> dict[str, Any]:
    name = visible_name(notebook.name)
    try:
        with open_regular(notebook) as opened:
            content = opened.read(LARGEST_NOTEBOOK + 1)
    except OSError as error:
        raise NoSubmission(f"{name} cannot be read: {error.strerror}.") from None
    if len(content) > LARGEST_NOTEBOOK:
        raise NoSubmission(f"{name} is larger than {LARGEST_NOTEBOOK // 2**20} MiB. Clear its outputs, submit again.")
    try:
        done = subprocess.run(
            READER, input=content, cwd=PROJECT, capture_output=True, timeout=NOTEBOOK_SECONDS, check=True
        )
        answer: dict[str, Any] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        answer = {"error": "it takes too much time or memory to read"}
    if "error" in answer:
        raise NoSubmission(f"{name} is no notebook that can be read: {visible_name(answer['error'], 300)}.")
    return answer


def _notes(notebook: Path, left_out: Sequence[str]) -> tuple[str, ...]:
    what = f"Graded: the code cells of {visible_name(notebook.name)}, in their order."
    if not left_out:
        return (what,)
    lines = "; ".join(visible_name(line) for line in left_out[:MOST_NAMED])
    more = f"; and {len(left_out) - MOST_NAMED} more" if len(left_out) > MOST_NAMED else ""
    return (f"{what} Left out, as only Jupyter knows them: {lines}{more}.",)
