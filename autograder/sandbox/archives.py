"""Archives and notebooks, which may be anything: an archive is unpacked within bounds, a notebook becomes Python."""

import contextlib
import json
import os
import re
import resource
import stat
import sys
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from subprocess import DEVNULL, SubprocessError, check_output
from typing import TYPE_CHECKING, Any

from autograder import limits
from autograder.files import NO_ROOM, read_regular
from autograder.project import PROJECT
from autograder.sandbox.staging import fill, temporary_folder
from autograder.sandbox.submission import NoSubmission, Submission, submitted_files
from autograder.text import listed, source_lines, table, visible_name

if TYPE_CHECKING:
    import zipfile  # slow to import, and few submissions are archives

Plain = tuple[Path, tuple[str, ...]]
ZIP, NOTEBOOK, PYTHON = ".zip", ".ipynb", ".py"
ENCRYPTED = 1
READER = (sys.executable, "-c", "from autograder.sandbox.archives import read_notebook; read_notebook()")
CELL = "# %% cell {} of the notebook"
"""The line before a cell of a notebook, which tracebacks look for."""
NOT_PYTHON = r"^(\s*)(%|!|\?)|^(\s*).*[^\s#]\?\s*$"
"""How a line begins or ends that is for Jupyter alone: a magic, a shell command, a question."""


class Refused(Exception):
    """A file of an archive is not to be unpacked. Its text is a key of the tables that say so, "refused"."""


def check(entry: "zipfile.ZipInfo", name: str) -> None:
    """Raises Refused for what no honest archive holds. name: the entry's, with slashes between its parts."""
    place = PurePosixPath(name)
    if place.is_absolute() or ".." in place.parts or re.match("[A-Za-z]:", name):
        raise Refused("outside")
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
        raise Refused("no file")
    if entry.flag_bits & ENCRYPTED:
        raise Refused("locked")


def write(opened: "zipfile.ZipFile", entry: "zipfile.ZipInfo", target: Path, room: int) -> int:
    """Unpacks one file into a new one, of `room` bytes at most, whatever the archive says; returns how many it has.

    Raises Refused, FileExistsError and whatever a damaged archive makes Python raise; then there is no file.
    """
    with target.open("xb") as written:
        try:
            with opened.open(entry) as source:
                while piece := source.read(limits.PIECE):
                    if written.tell() + len(piece) > room:
                        raise Refused("too large")
                    written.write(piece)
        except BaseException:
            target.unlink()
            raise
        return written.tell()


def unpacked(path: Path, file: str, accept: Sequence[str]) -> contextlib.AbstractContextManager[Plain]:
    """Where a submission lies as plain files, and notes on that. Raises NoSubmission, NoTemporaryFolder."""
    if set(accept) <= {PYTHON}:
        return contextlib.nullcontext((path, ()))

    def unpack(folder: Path) -> Plain:
        plain = path
        if ZIP in accept and (archive := _packed(path, file, ZIP)) is not None:
            plain = _unzipped(archive, folder / "archive")
        if NOTEBOOK in accept and (notebook := _packed(plain, file, NOTEBOOK)) is not None:
            return _with_python(plain, notebook, file, folder / "notebook")
        return plain, ()

    return temporary_folder(unpack)


def _packed(path: Path, file: str, suffix: str) -> Path | None:
    """The archive or the notebook of a submission; None where it has none. Raises NoSubmission."""
    if os.path.isfile(path):
        return path if path.suffix.lower() == suffix else None
    as_notebook = file.removesuffix(PYTHON) + NOTEBOOK
    files = list(submitted_files(path))
    named = [entry for entry in files if entry.name in (file, as_notebook)]
    alike = [entry for entry in files if entry.suffix.lower() == suffix]
    packed = alike if suffix == ZIP else [entry for entry in named if entry.name == as_notebook]
    meant = list(dict.fromkeys(packed + named))
    if packed and len(meant) > 1:
        more = f"There is more than one thing that could be meant: {listed(meant)}."
        raise NoSubmission(f"{more} Which one is not guessed, so none was run. Submit one of them.")
    if suffix == NOTEBOOK and alike and not named:
        holds = f"There is no {as_notebook} in the submission; it holds {listed(files)}."
        raise NoSubmission(f"{holds} Rename {visible_name(alike[0].name)} to {as_notebook}.")
    return path / packed[0] if packed else None


def _unzipped(archive: Path, folder: Path) -> Path:
    import zipfile

    what, room = "", limits.LARGEST_SUBMISSION
    folder.mkdir()
    try:
        if archive.stat().st_size > limits.LARGEST_ARCHIVE:
            raise Refused("large")
        with zipfile.ZipFile(archive) as opened:
            entries = [entry for entry in opened.infolist() if not entry.is_dir()]
            if len(entries) > limits.MOST_FILES:
                raise Refused("many")
            for entry in entries:
                what = entry.filename
                if "\\" in what or ":" in what:
                    raise Refused("outside")
                check(entry, what)
                (folder / what).parent.mkdir(parents=True, exist_ok=True)
                (folder / what).unlink(missing_ok=True)  # of two with one name the later counts
                room -= write(opened, entry, folder / what, room)
        return folder
    except Refused as error:
        most = limits.LARGEST_ARCHIVE if str(error) == "large" else limits.LARGEST_SUBMISSION
        said = {"what": visible_name(what), "most": most // 2**20, "many": limits.MOST_FILES}
        why = table("sandbox")["refused"][str(error)].format(**said)
    except Exception as error:  # a damaged one: each way of packing has errors of its own
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            raise
        why = str(error)
        if isinstance(error, OSError) and error.filename:  # its path on this machine is nothing to a student
            why = f"{error.strerror}: {os.path.basename(error.filename)}"
        why = f"cannot be unpacked: {visible_name(why)}. Pack it again."
    raise NoSubmission(f"{visible_name(archive.name)} {why}")


def _with_python(path: Path, notebook: Path, file: str, folder: Path) -> Plain:
    """A copy of a submission with its notebook as Python, and a note on what was left out."""
    name, content = visible_name(notebook.name), read_regular(notebook, limits.LARGEST_NOTEBOOK + 1)
    python: dict[str, Any] = {"error": "is no notebook that can be read: it takes too much time or memory to read"}
    if content is None:
        python["error"] = "cannot be read: look at its permissions, and submit again"
    elif len(content) > limits.LARGEST_NOTEBOOK:
        python["error"] = f"is larger than {limits.LARGEST_NOTEBOOK // 2**20} MiB. Clear its outputs, submit again"
    else:
        with contextlib.suppress(OSError, ValueError, SubprocessError):
            said = check_output(READER, input=content, cwd=PROJECT, stderr=DEVNULL, timeout=limits.NOTEBOOK_SECONDS)
            python = json.loads(said)
    if "error" in python:
        raise NoSubmission(f"{name} {visible_name(python['error'], limits.LONGEST_SOURCE_LINE)}.")
    files = [Path(notebook.name)] if os.path.isfile(path) else list(submitted_files(path))
    path = path.parent if os.path.isfile(path) else path
    folder.mkdir()
    fill(folder, Submission(path, notebook.name, tuple(files)))
    target = folder / notebook.relative_to(path).parent / file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(python["source"], "utf-8", errors="replace")
    note = f"Graded: the code cells of {name}, in their order."
    if python["left_out"]:
        note += f" Left out, as only Jupyter knows them: {listed(python['left_out'], '; ')}."
    return folder, (note,)


def read_notebook() -> None:
    """The process that reads a notebook, from standard input: it writes {"source", "left_out"} or {"error"} as JSON."""
    with contextlib.suppress(OSError, ValueError):  # macOS does not limit memory
        resource.setrlimit(resource.RLIMIT_AS, (limits.NOTEBOOK_MEMORY, limits.NOTEBOOK_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.NOTEBOOK_CPU_SECONDS, limits.NOTEBOOK_CPU_SECONDS))
    lines, left_out = list[str](), list[str]()
    try:
        import nbformat  # slow to import

        notebook: Any = nbformat.reads(sys.stdin.buffer.read().decode("utf-8"), as_version=4)  # type: ignore[no-untyped-call]
        for number, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), 1):
            lines += [CELL.format(number), *_python_lines(cell.source, number, left_out)]
        answer: dict[str, object] = {"source": "\n".join(lines) + "\n", "left_out": left_out}
    except Exception as error:  # whatever is wrong with it
        answer = {"error": f"is no notebook that can be read: {type(error).__name__}: {error}"}
    json.dump(answer, sys.stdout)


def _python_lines(source: str, number: int, left_out: list[str]) -> list[str]:
    """The lines of a cell; each that is for Jupyter alone does nothing, so that line numbers stay."""
    import ast

    lines = source_lines(source.encode("utf-8", "replace"))
    if lines[0].startswith("%%"):
        left_out.append(f"cell {number}: {lines[0]}")
        return ["pass"] + [""] * (len(lines) - 1)
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        for place, line in enumerate(lines):
            if found := re.match(NOT_PYTHON, line):
                left_out.append(f"cell {number}: {line.strip()}")
                lines[place] = (found[1] or found[3] or "") + "pass"
    return lines
