"""Finds the modules beside a file that it may import, and the names that it defines.

No source is parsed here, as one can break a parser: names are found by their words.
"""

import contextlib
import os
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from autograder.core import limits
from autograder.core.files import read_regular
from autograder.core.sandbox.listing import submitted_files
from autograder.core.text import named, source_lines

DEFINE_UNSEEN = frozenset({"exec", "globals", "setattr"})
"""Words of a module that can define names which stand nowhere in it."""


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
    telling = telling_words(functions) if is_named_right else None
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
            if telling is None or telling.search(as_names(source)):
                return name
    return ""


def imports_in_turn(
    file: Path, submitted: str, functions: Collection[str]
) -> LocalImports:
    """Return the imports of `local_imports`, wherever the file lies."""
    imports = LocalImports([], {})
    telling = telling_words(functions)
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
    word = telling.search(as_names(source)) if telling is not None else None
    return (
        WhyLeftOut("mentions a function", named(word[0])) if word is not None else None
    )


def telling_words(functions: Collection[str]) -> re.Pattern[str] | None:
    """Return a pattern that finds a word in each text that may define a function.

    There are too many ways to define a name, so a text that only mentions one is found,
    too. functions: any part of `Player.search` and `f|g` counts. Return None if there
    is none.
    """
    names = _parts_of_names(functions)
    if not names:
        return None
    alternatives = sorted(names | DEFINE_UNSEEN)
    pattern = "|".join(re.escape(as_names(name)) for name in alternatives)
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")


def _parts_of_names(functions: Collection[str]) -> set[str]:
    """Return the names in `Player.search` and `f|g`, each alone."""
    names: set[str] = set()
    for function in functions:
        names.update(filter(None, re.split(r"[.|]", function)))
    return names


def as_names(text: str) -> str:
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


def definition_of(functions: Collection[str]) -> re.Pattern[str] | None:
    """Return a pattern for a line that defines a function or a class; None for none.

    functions: their names, as in `telling_words`.
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
