"""A submission as plain files: an archive is unpacked, a notebook becomes Python, both
by the reader's process."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from autograder import limits
from autograder.files import read_regular
from autograder.sandbox.staging import fill, temporary_folder
from autograder.sandbox.submission import NoSubmission, Submission, submitted_files
from autograder.text import listed, table, visible_name

Plain = tuple[Path, tuple[str, ...]]
ZIP, NOTEBOOK, PYTHON = ".zip", ".ipynb", ".py"


def unpacked(
    path: Path, file: str, accept: Sequence[str]
) -> contextlib.AbstractContextManager[Plain]:
    """Where a submission lies as plain files, and notes on that. Raises NoSubmission,
    NoTemporaryFolder."""
    if set(accept) <= {PYTHON}:
        return contextlib.nullcontext((path, ()))

    def unpack(folder: Path) -> Plain:
        plain = path
        if ZIP in accept and (archive := _packed(path, file, ZIP)) is not None:
            plain = _unzipped(archive, folder / "archive")
        if (
            NOTEBOOK in accept
            and (notebook := _packed(plain, file, NOTEBOOK)) is not None
        ):
            return _with_python(plain, notebook, file, folder / "notebook")
        return plain, ()

    return temporary_folder(unpack)


def _packed(path: Path, file: str, suffix: str) -> Path | None:
    """The archive or the notebook of a submission; None where it has none. Raises
    NoSubmission."""
    if os.path.isfile(path):
        return path if path.suffix.lower() == suffix else None
    as_notebook = file.removesuffix(PYTHON) + NOTEBOOK
    files = list(submitted_files(path))
    named = [entry for entry in files if entry.name in (file, as_notebook)]
    alike = [entry for entry in files if entry.suffix.lower() == suffix]
    packed = (
        alike
        if suffix == ZIP
        else [entry for entry in named if entry.name == as_notebook]
    )
    meant = list(dict.fromkeys(packed + named))
    if packed and len(meant) > 1:
        more = f"There is more than one thing that could be meant: {listed(meant)}."
        raise NoSubmission(
            f"{more} Which one is not guessed, so none was run. Submit one of them."
        )
    if suffix == NOTEBOOK and alike and not named:
        holds = (
            f"There is no {as_notebook} in the submission; it holds {listed(files)}."
        )
        raise NoSubmission(
            f"{holds} Rename {visible_name(alike[0].name)} to {as_notebook}."
        )
    return path / packed[0] if packed else None


def _unzipped(archive: Path, folder: Path) -> Path:
    """Unpack a student's archive into a new folder, and return that. Raises
    NoSubmission; OSError where it is full."""
    from autograder.reader.archive import Bounds

    # few submissions are archives
    from autograder.reader.process import CannotRead, unpack

    name = visible_name(archive.name)
    if archive.stat().st_size > limits.LARGEST_ARCHIVE:
        reason = table("sandbox")["refused"]["large"].format(
            most=limits.LARGEST_ARCHIVE // 2**20
        )
        raise NoSubmission(f"{name} {reason}")
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
        raise NoSubmission(
            f"{name} {_shown(str(error))}. Pack it again, with your own files alone."
        ) from None
    if not refused:
        return folder
    first = refused[0]
    reason = table("sandbox")["refused"][first.reason].format(
        name=visible_name(first.name),
        error=_shown(first.error),
        most=limits.LARGEST_SUBMISSION // 2**20,
        many=limits.MOST_FILES,
        deepest=limits.DEEPEST_FOLDER,
    )
    raise NoSubmission(f"{name} {reason}")


def _with_python(path: Path, notebook: Path, file: str, folder: Path) -> Plain:
    """A copy of a submission with its notebook as Python, and a note on what was left
    out."""
    # few submissions are notebooks
    from autograder.reader.process import CannotRead, ask

    name = visible_name(notebook.name)
    content = read_regular(notebook, limits.LARGEST_NOTEBOOK + 1)
    if content is None:
        raise NoSubmission(
            f"{name} cannot be read: look at its permissions, and submit again."
        )
    if len(content) > limits.LARGEST_NOTEBOOK:
        most = limits.LARGEST_NOTEBOOK // 2**20
        raise NoSubmission(
            f"{name} is larger than {most} MiB. Clear its outputs, submit again."
        )
    try:
        python = ask("notebook", {}, content)
    except CannotRead as error:
        raise NoSubmission(f"{name} {_shown(str(error))}.") from None
    files = (
        [Path(notebook.name)] if os.path.isfile(path) else list(submitted_files(path))
    )
    path = path.parent if os.path.isfile(path) else path
    folder.mkdir()
    fill(folder, Submission(path, notebook.name, tuple(files)))
    target = folder / notebook.relative_to(path).parent / file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(python["source"], "utf-8", errors="replace")
    note = f"Graded: the code cells of {name}, in their order."
    if python["left_out"]:
        left_out = listed(python["left_out"], "; ", limits.MOST_LINES_NAMED)
        note += f" Left out, as only Jupyter knows them: {left_out}."
    return folder, (note,)


def _shown(error: str) -> str:
    return visible_name(error, limits.LONGEST_SOURCE_LINE)
