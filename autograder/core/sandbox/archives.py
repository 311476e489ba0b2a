"""A submission as plain files: an archive is unpacked, a notebook becomes Python.

The reader's process does both.
"""

import contextlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from autograder.core import limits
from autograder.core.files import NOTEBOOK, PYTHON, ZIP, read_regular
from autograder.core.sandbox.listing import submitted_files
from autograder.core.sandbox.staging import fill, temporary_folder, write_below
from autograder.core.sandbox.submission import (
    NoSubmission,
    Submission,
    is_another_version,
    not_looked_at,
)
from autograder.core.sentences import sentence
from autograder.core.text import joined, listed, named, visible_name

if TYPE_CHECKING:
    from autograder.core.reader.archive import Refusal

OF_THE_WHOLE = ("many", "too large")
"""The reasons for a refusal that are about the size of an archive."""


class Plain(NamedTuple):
    """A submission as plain files.

    path: their folder. notes: on the way they were made. notebook: the name of the
    notebook that the program is made of, if it is; in_text: the names that it defines
    in cells of text, each with the number of its cell. others: files beside it that
    may be meant.
    """

    path: Path
    notes: tuple[str, ...] = ()
    notebook: str = ""
    in_text: Mapping[str, int] = {}
    others: tuple[Path, ...] = ()


def unpacked(
    path: Path, file: str, accept: Sequence[str]
) -> contextlib.AbstractContextManager[Plain]:
    """Make plain files of a submission, for a `with` statement.

    Raises NoSubmission, NoTemporaryFolder.
    """
    if set(accept) <= {PYTHON}:
        return contextlib.nullcontext(Plain(path))

    def unpack(folder: Path) -> Plain:
        """Return the submission with its archive and its notebook made into files."""
        plain = Plain(path)
        archive = _packed(path, file, ZIP) if ZIP in accept else None
        if archive is not None:
            plain = _of_archive(archive, path, file, folder / "archive")
        notebook = _packed(plain.path, file, NOTEBOOK) if NOTEBOOK in accept else None
        if notebook is None:
            return plain
        made = _with_python(plain.path, notebook, file, folder / "notebook")
        notes = plain.notes + made.notes
        return made._replace(notes=notes, others=plain.others + made.others)

    return temporary_folder(unpack)


def _packed(path: Path, file: str, suffix: str) -> Path | None:
    """Return the archive or the notebook of a submission; None if it has none.

    Raises NoSubmission if several things could be meant.
    """
    if os.path.isfile(path):
        return path if path.suffix.lower() == suffix else None
    files = list(submitted_files(path))
    as_notebook = file.removesuffix(PYTHON) + NOTEBOOK
    with_right_name = [other for other in files if other.name in (file, as_notebook)]
    alike = [other for other in files if other.suffix.lower() == suffix]
    if suffix == NOTEBOOK and alike and not with_right_name:
        raise _other_name(files, alike[0], as_notebook)
    candidates = alike
    if suffix == NOTEBOOK:
        candidates = [other for other in with_right_name if other.name == as_notebook]
    return _only_one(candidates, with_right_name, path)


def _only_one(
    candidates: Sequence[Path], with_right_name: Sequence[Path], folder: Path
) -> Path | None:
    """Return the only candidate, in the submission's folder; None if there is none.

    with_right_name: the files that have the name of the program or of its notebook.
    Raises NoSubmission if they, too, could be meant, or there are several candidates.
    """
    if not candidates:
        return None
    meant = list(dict.fromkeys([*candidates, *with_right_name]))
    if len(meant) > 1:
        files_meant = listed(meant)
        raise NoSubmission(sentence("submission", "several things", files=files_meant))
    return folder / candidates[0]


def _of_archive(archive: Path, path: Path, file: str, folder: Path) -> Plain:
    """Unpack a student's archive, and name the files beside it, which do not count.

    path: the submission. folder: a new one. Raises NoSubmission, and OSError.
    """
    note = sentence("submission", "graded archive", archive=named(archive.name))
    beside = _beside(path, archive)
    if beside:
        files = listed(beside)
        about = sentence("submission", "beside an archive", files=files)
        note = f"{note} {about}"
    unzipped = _unzipped(archive, folder)
    others = [
        other
        for other in beside
        if other.suffix == PYTHON or is_another_version(other.name, file)
    ]
    notes = note, *unzipped.notes
    return unzipped._replace(notes=notes, others=tuple(others))


def _beside(path: Path, archive: Path) -> list[Path]:
    """Return the files beside an archive, which were not read."""
    if os.path.isfile(path):
        return []
    relative = archive.relative_to(path)
    return [other for other in submitted_files(path) if other != relative]


def _other_name(files: Sequence[Path], notebook: Path, wanted: str) -> NoSubmission:
    """Return the error for a submission that has only a notebook of another name."""
    others = sentence("submission", "none, others", file=wanted, files=listed(files))
    name = named(notebook.name)
    rename = sentence("submission", "rename", name=name, file=wanted)
    return NoSubmission(f"{others} {rename}")


def _unzipped(archive: Path, folder: Path) -> Plain:
    """Unpack a student's archive into a new folder.

    Return that, with a note on files of the same name, and one on files left out.
    Raises NoSubmission, also if a file that cannot be unpacked may be of the program;
    and OSError if there is no room.
    """
    # Few submissions are archives.
    from autograder.core.reader.archive import EARLIER, MORE, Bounds
    from autograder.core.reader.process import CannotRead, unpack

    name = named(archive.name)
    if archive.stat().st_size > limits.LARGEST_ARCHIVE:
        most = limits.LARGEST_ARCHIVE // 2**20
        raise NoSubmission(sentence("refused", "large", archive=name, most=most))
    bounds = Bounds(
        of_a_class=False,
        most_listed=limits.MOST_LISTED_IN_ARCHIVE,
        most_files=limits.MOST_FILES,
        room=limits.LARGEST_SUBMISSION,
        room_in_all=limits.LARGEST_SUBMISSION,
        deepest=limits.DEEPEST_FOLDER,
    )
    try:
        refused = unpack(archive, folder, bounds)
    except CannotRead as error:
        remedy = sentence("submission", "pack again")
        raise NoSubmission(f"{error.about(name)} {remedy}") from None
    notes: list[str] = []
    earlier = [file.name for file in refused if file.reason == EARLIER]
    if earlier:
        names = listed(list(dict.fromkeys(earlier)))
        notes.append(sentence("refused", "earlier", archive=name, names=names))
    faults = [file for file in refused if file.reason not in (EARLIER, MORE)]
    if faults:
        notes.append(_note_on_faults(faults, name, folder))
    return Plain(folder, tuple(notes))


def _note_on_faults(faults: Sequence["Refusal"], archive: str, folder: Path) -> str:
    """Return the note on files that were not unpacked. archive: its name.

    Raises NoSubmission if one of them may be of the program, or if nothing that was
    unpacked into the folder is.
    """
    from autograder.core.reader.process import reason_of_damage  # few have faults

    fatal = [fault for fault in faults if _may_cost_the_program(fault)]
    unpacked_names = (file.name for file in submitted_files(folder))
    is_program_there = any(map(_is_of_a_program, unpacked_names))
    first = (fatal or faults)[0]
    reason = sentence(
        "refused",
        first.reason,
        archive=archive,
        name=named(first.name),
        error=visible_name(reason_of_damage(first), limits.LONGEST_SOURCE_LINE),
        most=limits.LARGEST_SUBMISSION // 2**20,
        many=limits.MOST_FILES,
        deepest=limits.DEEPEST_FOLDER,
    )
    if fatal or not is_program_there:
        raise NoSubmission(reason)
    return f"{reason} {sentence('refused', 'left out')}"


def _may_cost_the_program(fault: "Refusal") -> bool:
    """Return whether a program without this file may be another one, or none."""
    return fault.reason in OF_THE_WHOLE or _is_of_a_program(fault.name)


def _is_of_a_program(name: str) -> bool:
    """Return whether a file may be of a program, or hold one, or be an answer."""
    from autograder.core.reader.archive import SUFFIXES_FIRST

    return name.lower().endswith(SUFFIXES_FIRST)


def _with_python(path: Path, notebook: Path, file: str, folder: Path) -> Plain:
    """Copy a submission to a new folder, with its notebook as Python.

    Its notes name the files that were left out. Raises NoSubmission.
    """
    # Few submissions are notebooks.
    from autograder.core.reader.process import CannotRead, ask

    name = named(notebook.name)
    content = _read_notebook(notebook)
    try:
        python = ask("notebook", {}, content)
    except CannotRead as error:
        raise NoSubmission(error.about(name)) from None
    if os.path.isfile(path):
        path = path.parent
        files = [Path(notebook.name)]
    else:
        files = list(submitted_files(path))
    folder.mkdir()
    fill(folder, Submission(path, notebook.name, tuple(files)))
    target = notebook.relative_to(path).parent / file
    if os.path.isdir(folder / target):
        raise NoSubmission(
            sentence("submission", "folder of that name", notebook=name, file=file)
        )
    write_below(folder, target, python["source"].encode("utf-8", "replace"))
    notes = [sentence("submission", "graded notebook", notebook=name)]
    alike = [other for other in files if other.suffix.lower() == NOTEBOOK]
    others = [other for other in alike if other != notebook.relative_to(path)]
    if others:
        notes.append(not_looked_at(others, notebook.name))
    if python["left_out"]:
        pieces = [_left_out(*fields) for fields in python["left_out"]]
        left_out = joined(pieces, "; ", limits.MOST_LINES_NAMED)
        notes.append(
            sentence("submission", "left out of a notebook", commands=left_out)
        )
    note = " ".join(notes)
    return Plain(folder, (note,), notebook.name, python["in_text"], tuple(others))


def _left_out(situation: str, cell: int, command: str, code: str, lines: int) -> str:
    """Name a piece that was left out of a notebook: see `notebook.LeftOut`."""
    parts = {"cell": cell, "command": command, "code": code, "lines": lines}
    return sentence("left_out", situation, **parts)


def _read_notebook(notebook: Path) -> bytes:
    """Return the bytes of a notebook. Raise NoSubmission if it is closed or large."""
    name = named(notebook.name)
    content = read_regular(notebook, limits.LARGEST_NOTEBOOK + 1)
    if content is None:
        raise NoSubmission(sentence("submission", "closed notebook", notebook=name))
    if len(content) > limits.LARGEST_NOTEBOOK:
        most = limits.LARGEST_NOTEBOOK // 2**20
        raise NoSubmission(
            sentence("submission", "large notebook", notebook=name, most=most)
        )
    return content
