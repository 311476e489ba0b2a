"""Finds a student's file in a submission, and the modules that it imports from beside.

The files there may be anything: no link is followed, all is bounded, and no source is
parsed or run here.
"""

import contextlib
import os
import re
import unicodedata
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple

from autograder.core import limits
from autograder.core.files import is_left_by_programs, open_regular, read_regular
from autograder.core.sentences import sentence
from autograder.core.text import (
    between_backticks,
    listed,
    named,
    reason_of,
    source_lines,
)

ARCHIVE = "zip archive"
OTHER_ARCHIVE = "archive"
NOTEBOOK = "notebook"
DOCUMENT = "document"
WEB_PAGE = "web page"
POINTER = "pointer"
RICH_TEXT = "rich text"
COMPILED = "compiled"
PICTURE = "picture"
PLACEHOLDER = "placeholder"
SHORTCUT = "shortcut"
BACKUP = "backup"
PROSE_WITH_CODE = "prose with code"
"""Kinds of files that are no program: names of sentences."""

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
    (b"L\0\0\0\x01\x14\x02\0", SHORTCUT),  # .lnk of Windows
    (b"[InternetShortcut]", SHORTCUT),
    (b"[Desktop Entry]", SHORTCUT),
    (b"bplist00", PLACEHOLDER),  # .icloud
    (b'{"url":"https://docs.google.com/', PLACEHOLDER),
    (b'{"url": "https://docs.google.com/', PLACEHOLDER),
)
"""Kinds of files by their first bytes: no program in Python begins so."""
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
"""Kinds of files by the end of their names, if no file has the right name."""
DOCUMENTS = (".doc", ".docx", ".odt", ".pages", ".pdf", ".rtf", ".html", ".htm")
IN_PLACE_OF_THE_PROGRAM = {
    **dict.fromkeys(DOCUMENTS, DOCUMENT),
    **dict.fromkeys((".qmd", ".rmd", ".md"), PROSE_WITH_CODE),
    **dict.fromkeys((".pyc", ".pyo"), COMPILED),
    **dict.fromkeys((".icloud", ".gdoc", ".gsheet", ".cloud"), PLACEHOLDER),
    **dict.fromkeys((".lnk", ".url", ".webloc", ".desktop"), SHORTCUT),
    **dict.fromkeys((".py~", ".py#", ".bak", ".orig", ".swp"), BACKUP),
}
"""Kinds of files by the end of their names, if such a file is called like the program
and the beginning of its content does not tell the kind."""
DEFINE_UNSEEN = frozenset({"exec", "globals", "setattr"})
"""Words of a module that can define names which stand nowhere in it."""


class NoSubmission(Exception):
    """The file that students submit is not there, or is no program.

    Its text names the files that are there instead.
    """


class Submission(NamedTuple):
    """A student's file, and all that it may import, itself too.

    beside: regular files below its folder, relative to it. notes: facts about the
    choice that the readers of the grade must know.
    """

    folder: Path
    file: str
    beside: tuple[Path, ...]
    notes: tuple[str, ...] = ()


class WhyLeftOut(NamedTuple):
    """Why a module is not handed over: the name of a sentence, and a word in it."""

    name: str
    word: str = ""


class LocalImports(NamedTuple):
    """The modules beside a file that it may import, relative to its folder.

    left_out: those that may be another student's submission, each with the reason.
    """

    imported: list[Path]
    left_out: dict[Path, WhyLeftOut]


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
    whole = Path.cwd() / path
    real = Path(whole.anchor)
    for index, step in enumerate(whole.parts[1:], 1):
        if step == "..":
            real = real.parent
            continue
        inner = real / step
        if not inner.is_symlink():
            real = inner
            continue
        target = Path(os.path.realpath(inner))
        is_last = index == len(whole.parts) - 1
        if is_last and not os.path.isdir(target):
            raise NoSubmission(_about_link("link to a file", inner))
        if os.path.commonpath([real, target]) != real.anchor:
            raise NoSubmission(_about_link("link to a folder", inner))
        real = target


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
    candidates = [candidate for candidate in files if candidate.name == file]
    if not candidates:
        raise NoSubmission(_what_else(path, file, files))
    if len(candidates) > 1:
        alike = listed(candidates)
        raise NoSubmission(sentence("submission", "several", file=file, files=alike))
    chosen = candidates[0]
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
    return Submission(path / folder, file, beside, notes)


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
        if _is_another_version(other.name, chosen.name):
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


def _is_another_version(name: str, file: str) -> bool:
    """Return whether a file's name says that it may be the program, too."""
    suffix = os.path.splitext(name)[1].lower()
    return suffix in ENDINGS or renaming_of(name, file) != ""


def definition_of(functions: Collection[str]) -> re.Pattern[str] | None:
    """Return a pattern for a line that defines a function or a class; None for none.

    functions: their names, as in `_telling_words`.
    """
    names = _parts_of_names(functions)
    if not names:
        return None
    alternatives = "|".join(re.escape(name) for name in sorted(names))
    return re.compile(rf"^[ \t]*(?:def|class)[ \t]+(?:{alternatives})\b", re.MULTILINE)


def defining(
    folder: Path, files: Iterable[Path], functions: Collection[str]
) -> list[Path]:
    """Return the Python files of a folder that define one of some functions.

    functions: those of a submission, as for `find_submission`.
    """
    definition = definition_of(functions)
    if definition is None:
        return []
    programs = [file for file in files if file.suffix.lower() == ".py"]
    sources = sources_of(folder, programs)
    return [file for file, source in sources.items() if definition.search(source)]


def sources_of(folder: Path, files: Sequence[Path]) -> dict[Path, str]:
    """Return the texts of Python files below a folder, as far as they may be read."""
    sources: dict[Path, str] = {}
    size = 0
    for file in files[: limits.MOST_FILES]:
        source = _source(folder / file)
        size += len(source or "")
        if size > limits.LARGEST_PROGRAMS:
            break
        if source is not None:
            sources[file] = source
    return sources


def imported_by(start: Path, sources: Mapping[Path, str]) -> set[Path]:
    """Return a file and those of some sources that it imports by name, in turn.

    A package counts as a whole, wherever it lies.
    """
    reached = {start}
    todo = [start]
    while todo:
        names = set(_imported_words(sources.get(todo.pop(), "")))
        for file in sources.keys() - reached:
            if not names.isdisjoint(file.with_suffix("").parts):
                reached.add(file)
                todo.append(file)
    return reached


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


def kind_of(start: bytes) -> str:
    """Return the kind of a file that is plainly no Python.

    It is "" if the file may be Python. start: its beginning.
    """
    text = start.removeprefix(BYTE_ORDER_MARK).lstrip()
    if start.startswith(b"PK") and any(name in start[:200] for name in OF_AN_OFFICE):
        return DOCUMENT
    for beginning, kind in BEGINNINGS:
        if text.startswith(beginning):
            return kind
    if text.startswith(b"<") and any(tag in text[:2000].lower() for tag in MARKUP):
        return WEB_PAGE
    kind = _kind_inside(start)
    is_notebook = text.startswith(b"{") and b'"nbformat"' in start
    return NOTEBOOK if is_notebook and not kind else kind


def _kind_inside(start: bytes) -> str:
    """Return the kind of a file by bytes that follow others."""
    is_tar, is_bzip2 = start[257:262] == b"ustar", start[4:10] == b"1AY&SY"
    if is_tar or is_bzip2:
        return OTHER_ARCHIVE
    # Python's magic number, and flags.
    if start[2:4] == b"\r\n" and b"\0" in start[:16]:
        return COMPILED
    return ""


def submitted_files(folder: Path) -> Iterator[Path]:
    """Yield the regular files below a folder, relative to it, the nearest first.

    The number of files is limited. Closed folders are left out.
    """
    for relative, is_file in paths_met(folder):
        if is_file:
            yield relative


def paths_met(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Yield each path that `submitted_files` meets, and whether it is such a file.

    Others are links, devices and the like, and folders that lie too deep.
    """
    todo = deque([(Path(), 0)])
    looked_at = 0
    while todo:
        parent, depth = todo.popleft()
        try:
            with os.scandir(folder / parent) as opened:
                scanned = islice(opened, limits.MOST_LISTED - looked_at)
                members = sorted(scanned, key=lambda member: member.name)
        except OSError:
            continue
        looked_at += len(members)
        for member in members:
            relative = parent / member.name
            if len(os.fsencode(relative)) > limits.LONGEST_PATH:
                continue
            kind = _kind_of_member(member)
            if kind == "file":
                yield relative, True
            elif is_left_by_programs(member.name):
                continue
            elif kind == "folder" and depth < limits.DEEPEST_FOLDER:
                todo.append((relative, depth + 1))
            else:
                yield relative, False


def _kind_of_member(member: "os.DirEntry[str]") -> Literal["file", "folder", ""]:
    """Return the kind of a member of a folder; "" for a link, a device and the like."""
    with contextlib.suppress(OSError):  # if the folder does not tell, the file is asked
        if member.is_file(follow_symlinks=False):
            return "file"
        if member.is_dir(follow_symlinks=False):
            return "folder"
    return ""


def _is_copy(name: str, file: str) -> bool:
    """Return whether a name is that of another copy of a file.

    A browser or a file manager names it: `alphabeta (1).py`.
    """
    stem, suffix = map(re.escape, os.path.splitext(file))
    numbered, copied = r" ?\(\d+\)", r" ?-? ?copy(?: ?\(?\d+\)?)?"
    pattern = rf"copy of {stem}{suffix}|{stem}(?:{numbered}|{copied}){suffix}"
    return re.fullmatch(pattern, name, re.IGNORECASE) is not None


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


def renaming(files: list[Path], file: str) -> str:
    """Return how to rename the first file whose name is nearly the right one."""
    advices = (renaming_of(candidate.name, file) for candidate in files)
    return next(filter(None, advices), "")


def converting(folder: Path, files: list[Path], file: str) -> str:
    """Return the way to the program from a file that is packed, or stands for it."""
    for suffix, kind in ENDINGS.items():
        for candidate in files:
            if candidate.suffix.lower() == suffix:
                return _in_place(candidate, kind, file)
    stem = os.path.splitext(file)[0].lower()
    for candidate in files:
        if not candidate.name.lower().lstrip(".#").startswith(f"{stem}."):
            continue
        kind = kind_of(read_regular(folder / candidate, 2**12) or b"")
        if not kind:
            ending = os.path.splitext(candidate.name)[1].lower()
            kind = IN_PLACE_OF_THE_PROGRAM.get(ending, "")
        if kind:
            return _in_place(candidate, kind, file)
    return ""


def _in_place(candidate: Path, kind: str, file: str) -> str:
    """Return the way from a file of a kind to the program."""
    name = named(candidate.name)
    return sentence("in_place_of_the_program", kind, name=name, file=file)


def renaming_of(name: str, file: str) -> str:
    """Return how to rename a file whose name is nearly that of the student's file.

    It is "" for any other name.
    """
    wanted = file.lower()
    near = name.lower()
    stem, suffix = os.path.splitext(wanted)
    names = {"name": named(name), "file": file}
    if near.strip() == wanted != near:
        names["name"] = f"`{between_backticks(name)}`"
        return sentence("submission", "rename, blank", **names)
    if near == wanted or _is_copy(name, file) or near == f"{stem}.pyw":
        return sentence("submission", "rename", **names)
    if near in (f"{wanted}.txt", f"{wanted}{suffix}"):
        return sentence("submission", "rename, hidden ending", **names)
    if near in (stem, f"{stem}.txt", f"{wanted}.download"):
        return sentence("submission", "rename, perhaps", **names)
    char = _other_letter(near, wanted)
    if not char:
        return ""
    letter = unicodedata.name(char, "")
    if not letter:
        return sentence("submission", "rename, unseen letter", **names)
    return sentence("submission", "rename, other letter", letter=letter, **names)


def _other_letter(name: str, file: str) -> str:
    """Return the first character of a name that only looks like a file's own name.

    It is "" for any other name. Such a name is the same but for marks and invisible
    characters, or a few of its letters are of another alphabet.
    """
    others = [char for char in name if not char.isascii()]
    if not others:
        return ""
    decomposed = unicodedata.normalize("NFKD", name)
    letters = [char for char in decomposed if unicodedata.category(char)[0] not in "CM"]
    if len(letters) != len(file):
        return ""
    pairs = zip(letters, file, strict=True)
    differing = [char for char, right in pairs if char != right]
    is_alike = not any(map(str.isascii, differing)) and 2 * len(differing) < len(file)
    return others[0] if is_alike else ""


def local_imports(
    file: Path, submitted: str, functions: Collection[str]
) -> LocalImports:
    """Return the modules beside a file that it imports by name, and theirs in turn.

    submitted: the name of a submission's file. functions: those that it defines. A text
    that looks like an import, as in a docstring, is taken for one. There are none if
    the file lies among programs that have nothing to do with it, as in a folder with
    one file for each student. Beside a file that is called as submissions are, only a
    program that mentions their functions counts: others may be the student's own.
    """
    imports = imports_in_turn(file, submitted, functions)
    if not imports.imported:
        return imports
    is_named_right = file.name == submitted
    telling = _telling_words(functions) if is_named_right else None
    if is_named_right and telling is None:
        return imports
    stranger = _stranger(file, imports, telling)
    if not stranger:
        return imports
    reason = WhyLeftOut("stranger lies there", named(stranger))
    left_out = dict.fromkeys(imports.imported, reason)
    return LocalImports([], {**left_out, **imports.left_out})


def _stranger(
    file: Path, imports: LocalImports, telling: re.Pattern[str] | None
) -> str:
    """Return a program beside a file that it does not import, nor that it; else "".

    telling: finds a word that the program must mention; None if any program counts.
    """
    known = {file.name, *map(str, imports.imported), *map(str, imports.left_out)}
    with contextlib.suppress(OSError), os.scandir(file.parent) as opened:
        names = [path.name for path in islice(opened, limits.MOST_LISTED)]
        for name in sorted({*names} - known):
            source = _source(file.parent / name) if name.endswith(".py") else None
            if source is None or file.stem in _imported_words(source):
                continue
            if telling is None or telling.search(_as_names(source)):
                return name
    return ""


def imports_in_turn(
    file: Path, submitted: str, functions: Collection[str]
) -> LocalImports:
    """Return the imports of `local_imports`, wherever the file lies."""
    imports = LocalImports([], {})
    telling = _telling_words(functions)
    folder = file.parent
    looked_at = {Path(file.name)}
    size = 0
    todo = [_source(file) or ""]
    while todo:
        for candidate in _new_candidates(folder, todo.pop(), looked_at):
            source = _source(folder / candidate)
            if source is None:
                continue
            size += len(source)
            if size > limits.LARGEST_PROGRAMS:
                return imports
            reason = _why_another_submission(candidate, source, submitted, telling)
            if reason:
                imports.left_out[candidate] = reason
            else:
                imports.imported.append(candidate)
                todo.append(source)
    return imports


def _new_candidates(folder: Path, source: str, known: set[Path]) -> Iterator[Path]:
    """Yield the files that a source may import, each once, and not too many.

    known: those so far, to which these are added.
    """
    for candidate in _candidates(folder, source):
        if len(known) >= limits.MOST_CANDIDATES:
            return
        if candidate not in known:
            known.add(candidate)
            yield candidate


def _why_another_submission(
    candidate: Path, source: str, submitted: str, telling: re.Pattern[str] | None
) -> WhyLeftOut | None:
    """Return why an imported file may be another student's; None if it cannot be."""
    if candidate.name == submitted:
        return WhyLeftOut("called as submissions are")
    word = telling.search(_as_names(source)) if telling is not None else None
    return (
        WhyLeftOut("mentions a function", named(word[0])) if word is not None else None
    )


def _telling_words(functions: Collection[str]) -> re.Pattern[str] | None:
    """Return a pattern that finds a word in each text that may define a function.

    There are too many ways to define a name, so a text that only mentions one is found,
    too. functions: any part of `Player.search` and `f|g` counts. Return None if there
    is none.
    """
    names = _parts_of_names(functions)
    if not names:
        return None
    alternatives = sorted(names | DEFINE_UNSEEN)
    pattern = "|".join(re.escape(_as_names(name)) for name in alternatives)
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")


def _parts_of_names(functions: Collection[str]) -> set[str]:
    """Return the names in `Player.search` and `f|g`, each alone."""
    names: set[str] = set()
    for function in functions:
        names.update(filter(None, re.split(r"[.|]", function)))
    return names


def _as_names(text: str) -> str:
    """Return a text with its names as Python reads them.

    A full-width m is an m. It is done in pieces, as a long row of accents would take
    the square of its length.
    """
    pieces = rf"[^\x00-\x7f]{{1,{limits.LONGEST_NORMALIZED}}}"
    return re.sub(pieces, lambda piece: unicodedata.normalize("NFKD", piece[0]), text)


def _candidates(folder: Path, source: str) -> Iterator[Path]:
    """Yield the files that each word beside an `import` would name in a folder.

    The file of a module comes first, then all modules of a package.
    """
    names = _imported_words(source)
    for name in names:
        yield Path(f"{name}.py")
    for name in names:
        package = folder / name
        if os.path.islink(package):
            continue
        for file in submitted_files(package):
            if file.suffix == ".py":
                yield name / file


def _imported_words(source: str) -> list[str]:
    """Return each word beside an `import` once."""
    whole_lines = source.replace("\\\n", " ").split("\n")
    lines = [line for line in whole_lines if "import" in line]
    return list(dict.fromkeys(re.findall(r"\w+", " ".join(lines))))


def _source(file: Path) -> str | None:
    data = read_regular(file, limits.LARGEST_PROGRAM)
    return None if data is None else "\n".join(source_lines(data))
