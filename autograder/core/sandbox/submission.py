"""Finds a student's file in a submission, and the modules that it imports from beside.

The files there may be anything: no link is followed, all is bounded, and no source is
parsed or run here.
"""

import os
from collections.abc import Collection, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from autograder.core import limits
from autograder.core.files import Link, follow_links, open_regular
from autograder.core.sandbox.file_kinds import ENDINGS, kind_of
from autograder.core.sandbox.listing import paths_met, submitted_files
from autograder.core.sandbox.local_imports import (
    LocalImports,
    WhyLeftOut,
    definition_of,
    imported_by,
    local_imports,
    sources_of,
)
from autograder.core.sandbox.misnamed import converting, renaming, renaming_of
from autograder.core.sentences import sentence
from autograder.core.text import (
    listed,
    named,
    reason_of,
)


class NoSubmission(Exception):
    """The file that students submit is not there, or is no program.

    Its text names the files that are there instead.
    """


class Submission(NamedTuple):
    """A student's file, and all that it may import, itself too.

    beside: regular files below its folder, relative to it. notes: facts about the
    choice that the readers of the grade must know. others: files that may be meant in
    its place.
    """

    folder: Path
    file: str
    beside: tuple[Path, ...]
    notes: tuple[str, ...] = ()
    others: tuple[Path, ...] = ()


def find_submission(
    path: Path,
    file: str,
    functions: Collection[str] = (),
    *,
    alone: bool = False,
    notebook: str = "",
) -> Submission:
    """Return the submission at a path.

    That is a file of any name, or a folder that holds `file`, nested or not. functions:
    those that a submission defines, to recognize another file that may be one. alone:
    whether all files beside a named file are other students'. notebook: the name of the
    one that `file` was made of, if it was. Raises NoSubmission with a message for the
    student.
    """
    if os.path.isdir(path):
        return _in_folder(path, file, functions, notebook)
    # Links on the way are followed, as far as `refuse_links` lets them.
    original = Path(os.path.realpath(path))
    _refuse_what_is_no_program(original)
    imports = LocalImports([], {})
    if not alone:
        imports = local_imports(original, file, functions)
    notes: list[str] = []
    if imports.imported and original.name != file:
        name = named(original.name)
        modules = listed(imports.imported)
        notes.append(sentence("submission", "with imports", file=name, modules=modules))
    for module, reason in islice(imports.left_out.items(), limits.MOST_NAMED):
        notes.append(_note_on_left_out(module, reason, original.name, file))
    beside = (Path(original.name), *imports.imported)
    return Submission(original.parent, original.name, beside, tuple(notes))


def refuse_links(path: Path) -> None:
    """Raise NoSubmission if a link in a path may lead to another's program.

    In a loop over the folders of a class the grader may not mean the target of a name:
    students hand in links, too. A file that is a link is refused. So is a link on the
    way, unless it leads to another part of the machine, like a link to a disk: that has
    no folder in common with its target.
    """
    follow_links(path, _refuse_link)


def _refuse_link(link: Link) -> None:
    """Raise NoSubmission for a link that `refuse_links` refuses."""
    target = os.path.realpath(link.path)
    if link.is_last and not os.path.isdir(target):
        raise NoSubmission(_about_link("link to a file", link.path))
    if os.path.commonpath([link.folder, target]) != link.folder.anchor:
        raise NoSubmission(_about_link("link to a folder", link.path))


def _about_link(name: str, link: Path) -> str:
    """Return the sentence of a name on a link, which is not followed."""
    target = named(os.readlink(link))
    return sentence("submission", name, name=named(link.name), target=target)


def imported_files(file: Path) -> list[Path]:
    """Return a file that was named, and all beside it that it may import."""
    original = Path(os.path.realpath(file))
    modules = local_imports(original, original.name, ()).imported
    return [original, *(original.parent / module for module in modules)]


def _note_on_left_out(module: Path, reason: WhyLeftOut, name: str, file: str) -> str:
    """Return the note on a module that was not handed over to a file, by its name.

    file: the name that a submission's file has to have.
    """
    shown = named(name)
    parts = {"module": named(module), "file": shown, "word": reason.word}
    why = sentence("submission", reason.name, **parts)
    if name == file:
        return f"{why} {sentence('submission', 'folder of their own')}"
    remedy = sentence(
        "submission", "folder of their own, renamed", file=shown, wanted=file
    )
    return f"{why} {remedy}"


def _in_folder(
    path: Path, file: str, functions: Collection[str], notebook: str
) -> Submission:
    """Return the submission in a folder. Raises NoSubmission.

    Parameters: those of `find_submission`.
    """
    files = list(submitted_files(path))
    chosen = _only_one_named(file, files, path)
    _refuse_what_is_no_program(path / chosen)
    folder = chosen.parent
    below = [other for other in files if other.is_relative_to(folder)]
    beside = tuple(other.relative_to(folder) for other in below)
    others = [other for other in files if other != chosen]
    if notebook:  # of notebooks it was said when one was chosen
        others = [other for other in others if other.suffix.lower() != ".ipynb"]
    meant = _also_meant(path, chosen, others, functions)
    notes = _notes_on(meant, file, notebook)
    passed_over = _passed_over(path, file)
    if passed_over:
        graded = sentence("submission", "graded", file=named(chosen))
        notes += (f"{graded} {passed_over}",)
    return Submission(path / folder, file, beside, notes, tuple(meant))


def _only_one_named(file: str, files: list[Path], folder: Path) -> Path:
    """Return the only file of a name. Raises NoSubmission if there is none or several.

    files: all files of the folder.
    """
    candidates = [candidate for candidate in files if candidate.name == file]
    if not candidates:
        raise NoSubmission(_what_else(folder, file, files))
    if len(candidates) > 1:
        alike = listed(candidates)
        raise NoSubmission(sentence("submission", "several", file=file, files=alike))
    return candidates[0]


def _notes_on(meant: Sequence[Path], file: str, notebook: str) -> tuple[str, ...]:
    """Return the notes on files that may be meant in place of the one graded."""
    if not meant:
        return ()
    if notebook:  # which was said to be graded before
        return (not_looked_at(meant, notebook),)
    graded = sentence("submission", "graded", file=file)
    return (f"{graded} {not_looked_at(meant, file)}",)


def not_looked_at(others: Sequence[Path], file: str) -> str:
    """Return the notes on files that may be meant, beside the one that is graded.

    file: the name that the program has to have.
    """
    files = listed(others)
    return sentence("submission", "not looked at", files=files, file=file)


def _also_meant(
    path: Path, chosen: Path, others: Sequence[Path], functions: Collection[str]
) -> list[Path]:
    """Return the files of a submission that may be meant in place of the chosen one.

    These are copies by another name, archives, notebooks, and programs that define one
    of the functions and are not imported, in turn.
    """
    by_name: list[Path] = []
    programs: list[Path] = []
    for other in others:
        if is_another_version(other.name, chosen.name):
            by_name.append(other)
        elif other.suffix == ".py":
            programs.append(other)
    definition = definition_of(functions)
    if definition is None or not programs:
        return by_name
    sources = sources_of(path, [chosen, *programs])
    imported = imported_by(chosen, sources)
    meant = [
        program
        for program, source in sources.items()
        if program not in imported and definition.search(source)
    ]
    return [*by_name, *meant]


def is_another_version(name: str, file: str) -> bool:
    """Return whether a file's name says that it may be the program, too."""
    suffix = os.path.splitext(name)[1].lower()
    return suffix in ENDINGS or renaming_of(name, file) != ""


def _refuse_what_is_no_program(file: Path) -> None:
    """Raise NoSubmission if a file cannot be read, or is plainly not Python."""
    shown = named(file.name)
    try:
        with open_regular(file) as opened:
            start = opened.read(2**20)
            size = os.fstat(opened.fileno()).st_size
    except OSError as error:
        why = reason_of(error)
        message = sentence("submission", "unreadable", name=shown, error=why)
        raise NoSubmission(message) from None
    if size > limits.LARGEST_SUBMISSION:
        most = limits.LARGEST_SUBMISSION // 2**20
        raise NoSubmission(sentence("submission", "large", name=shown, most=most))
    if kind := kind_of(start):
        raise NoSubmission(sentence("no_program", kind, name=shown))


def _what_else(folder: Path, file: str, files: list[Path]) -> str:
    """Return the message about a submission without the file, and the remedy."""
    passed_over = _passed_over(folder, file)
    if not files:
        if passed_over:
            return f"{sentence('submission', 'none', file=file)} {passed_over}"
        return sentence("submission", _why_no_file(folder), file=file)
    advice = (
        passed_over
        or renaming(files, file)
        or converting(folder, files, file)
        or sentence("submission", "exact name", file=file)
    )
    others = sentence("submission", "none, others", file=file, files=listed(files))
    return f"{others} {advice}"


def _why_no_file(folder: Path) -> str:
    """Return the name of the sentence on a folder without files."""
    try:
        is_empty = not os.listdir(folder)
    except OSError:
        return "none, unreadable"
    return "none, empty" if is_empty else "none, no file"


def _passed_over(folder: Path, file: str) -> str:
    """Return why a file that may be the program was not read; "" if there is none.

    Such a file has the program's name or, if there is no file at all, any name.
    """
    others: list[Path] = []
    has_files = False
    for relative, is_file in paths_met(folder):
        has_files = has_files or is_file
        if not is_file:
            others.append(relative)
    alike = [other for other in others if other.name == file]
    candidates = alike if has_files else alike + others
    if not candidates:
        return ""
    first = folder / candidates[0]
    if first.is_symlink():
        return _about_link("link", first)
    if first.is_dir():
        return sentence("submission", "deep", deepest=limits.DEEPEST_FOLDER)
    return sentence("submission", "no regular file", name=named(candidates[0]))
