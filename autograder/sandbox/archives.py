"""Archives and notebooks, which may be anything: an archive is unpacked within bounds, a notebook becomes Python.

A notebook is parsed by a process of its own, with limits of memory and time, that runs nothing of it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from autograder.files import NO_ROOM, open_regular
from autograder.limits import (
    LARGEST_ARCHIVE,
    LARGEST_NOTEBOOK,
    LARGEST_SUBMISSION,
    MOST_FILES,
    MOST_NAMED,
    NOTEBOOK_CPU_SECONDS,
    NOTEBOOK_MEMORY,
    NOTEBOOK_SECONDS,
    PIECE,
)
from autograder.project import PROJECT
from autograder.sandbox.staging import temporary_folder
from autograder.sandbox.submission import NoSubmission, listed, submitted_files
from autograder.text import source_lines, visible_name

if TYPE_CHECKING:
    import zipfile  # slow to import, and few submissions are archives

ZIP, NOTEBOOK, PYTHON = ".zip", ".ipynb", ".py"
ENCRYPTED = 1
OUTSIDE, NO_FILE, LOCKED, TOO_LARGE = "outside", "no file", "locked", "too large"
REFUSED = {
    OUTSIDE: "holds {what}, which would lie outside of it. Pack it anew, from its folder.",
    NO_FILE: "holds {what}, which is a link or no file at all. Pack the file itself.",
    LOCKED: "is locked with a password. Pack it without one.",
    TOO_LARGE: "is larger than {most} MiB when it is unpacked. Pack your own files alone.",
}
READER = (sys.executable, "-c", "from autograder.sandbox.archives import read_notebook; read_notebook()")
CELL = "# %% cell {} of the notebook"
"""The line before a cell of a notebook, which tracebacks look for."""
NOT_PYTHON = re.compile(r"^(\s*)(%|!|\?)|^(\s*).*[^\s#]\?\s*$")
"""How a line begins or ends that is for Jupyter alone: a magic, a shell command, a question."""


class Refused(Exception):
    """Raised where a file of an archive is not to be unpacked. Its text is one of the four constants above."""


def check(entry: zipfile.ZipInfo, name: str) -> None:
    """Raises Refused for what no honest archive holds. name: the entry's, with slashes between its parts."""
    place = PurePosixPath(name)
    if place.is_absolute() or ".." in place.parts or re.match("[A-Za-z]:", name):
        raise Refused(OUTSIDE)
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
        raise Refused(NO_FILE)
    if entry.flag_bits & ENCRYPTED:
        raise Refused(LOCKED)


def write(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, room: int) -> int:
    """Unpacks one file into a new one; returns its bytes. What the archive says of its size is not believed.

    room: the most bytes that it may have. Raises Refused, FileExistsError and whatever a damaged archive makes Python
    raise; then there is no file.
    """
    size = 0
    with target.open("xb") as written:
        try:
            with opened.open(entry) as source:
                while piece := source.read(PIECE):
                    size += len(piece)
                    if size > room:
                        raise Refused(TOO_LARGE)
                    written.write(piece)
        except BaseException:
            target.unlink()
            raise
    return size


@contextlib.contextmanager
def unpacked(path: Path, file: str, accept: Sequence[str]) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Where a submission lies as plain files, and notes on what became of it. Raises NoSubmission, NoTemporaryFolder.

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
    import zipfile

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
        submitted, files = path.parent, [Path(path.name)]
        notebooks = files if path.suffix.lower() == NOTEBOOK else []
    else:
        submitted, files = path, list(submitted_files(path))
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
    (notebook,) = notebooks
    python = _as_python(submitted / notebook)
    for entry in files[:MOST_FILES]:
        _copy(submitted / entry, folder / entry)
    (folder / notebook.parent).mkdir(parents=True, exist_ok=True)
    (folder / notebook.parent / file).write_text(python["source"], "utf-8", errors="replace")
    return folder, (_note(notebook, python["left_out"]),)


def _copy(file: Path, target: Path) -> None:
    """Copies what may be imported; what cannot be read is left out."""
    with contextlib.suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        with open_regular(file) as opened:
            target.write_bytes(opened.read(LARGEST_NOTEBOOK))


def _as_python(notebook: Path) -> dict[str, Any]:
    """What a process of its own makes of a notebook: its source, and the lines that it left out."""
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


def _note(notebook: Path, left_out: Sequence[str]) -> str:
    what = f"Graded: the code cells of {visible_name(notebook.name)}, in their order."
    if not left_out:
        return what
    lines = "; ".join(visible_name(line) for line in left_out[:MOST_NAMED])
    more = f"; and {len(left_out) - MOST_NAMED} more" if len(left_out) > MOST_NAMED else ""
    return f"{what} Left out, as only Jupyter knows them: {lines}{more}."


def read_notebook() -> None:
    """The process that reads a notebook, from standard input: it writes {"source", "left_out"} or {"error"} as JSON."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (NOTEBOOK_MEMORY, NOTEBOOK_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (NOTEBOOK_CPU_SECONDS, NOTEBOOK_CPU_SECONDS))
    answer: dict[str, object]
    try:
        import nbformat  # slow to import

        notebook: Any = nbformat.reads(sys.stdin.buffer.read().decode("utf-8"), as_version=4)  # type: ignore[no-untyped-call]
        lines: list[str] = []
        left_out: list[str] = []
        for number, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), 1):
            lines += [CELL.format(number), *_python_lines(cell.source, number, left_out)]
        answer = {"source": "\n".join(lines) + "\n", "left_out": left_out}
    except Exception as error:  # whatever is wrong with it
        answer = {"error": f"{type(error).__name__}: {error}"[:300]}
    json.dump(answer, sys.stdout)


def _python_lines(source: str, number: int, left_out: list[str]) -> list[str]:
    """The lines of a cell; each that is for Jupyter alone does nothing, so that line numbers stay."""
    import ast

    lines = source_lines(source.encode("utf-8", "replace"))
    if lines and lines[0].startswith("%%"):
        left_out.append(f"cell {number}: {lines[0]}")
        return ["pass"] + [""] * (len(lines) - 1)
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        for place, line in enumerate(lines):
            found = NOT_PYTHON.match(line)
            if found:
                left_out.append(f"cell {number}: {line.strip()}")
                lines[place] = (found[1] or found[3] or "") + "pass"
    return lines
