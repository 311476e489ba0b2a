"""What a student's process does when it is asked to explain a program, and how it tells what it found."""

from __future__ import annotations

import ast
import os
import sys
from array import array
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

from autograder.inside.adapted import Adapted
from autograder.inside.repair.edits import Edit
from autograder.inside.repair.operators import edits
from autograder.inside.repair.program import Program
from autograder.inside.repair.rewriting import rewritten
from autograder.inside.repair.search import Repair, Search, Trial
from reference.game import Tree

LARGEST_SOURCE = 2**18
MOST_FILES = 20
MOST_REPAIRS = 6
"""Characters of a source file, files of a program, and repairs that are told."""


def explanation(folder: str, file: str, command: dict[str, Any], course: Adapted | None = None) -> str:
    """What a search for a repair finds, as lines for the grader. What is wrong with the text of a program is its own.

    command: `trials` as marshalled tuples, and the `seconds` of processor time that may be spent.
    course: its adapter, which has given the process its world.
    """
    sources = _sources(folder, file)
    program = Program(sources, file.removesuffix(".py"), course)
    search = Search(program, [trial_of(entry) for entry in command["trials"]], command["seconds"])
    found = search.run()
    numbers = {id(edit): number for number, edit in enumerate(search.edits)}
    lines: list[str] = []
    for repair in different(found)[:MOST_REPAIRS]:
        lines += told("repair", repair.edits, numbers, sources)
    if not found and search.nearest:
        lines += told("nearest", search.nearest, numbers, sources)
    return "\n".join(lines)


def different(found: Sequence[Repair]) -> list[Repair]:
    """Repairs without those that change the same lines as one before, or add one a line further on."""
    kept: list[Repair] = []
    for repair in found:
        lines = sorted((edit.file, edit.line) for edit in repair.edits)
        if not any(_near(lines, sorted((edit.file, edit.line) for edit in other.edits)) for other in kept):
            kept.append(repair)
    return kept


def _near(lines: list[tuple[str, int]], others: list[tuple[str, int]]) -> bool:
    return len(lines) == len(others) and all(
        file == other and abs(line - number) <= 1 for (file, line), (other, number) in zip(lines, others, strict=True)
    )


def repaired(folder: str, file: str, recipe: Sequence[int], course: Adapted | None = None) -> ModuleType:
    """A program's module with some of its edits made, each told by its number in the list of all."""
    program = Program(_sources(folder, file), file.removesuffix(".py"), course)
    found = edits(program.trees)
    program.uncounted(tuple(found[number] for number in recipe))
    return program.module


def trial_of(entry: tuple[Any, ...]) -> Trial:
    """A trial as the grader sends it."""
    shape, values, players, names, *rest = entry
    counts = array("I")
    counts.frombytes(shape)
    return Trial(Tree(counts, values, players, names), *rest)


def _sources(folder: str, file: str) -> dict[str, str]:
    """The text of a program's files by the names of their modules: those that are imported, and the file itself.

    What is loaded already, as the course's modules are, Python does not look for in the student's folder.
    """
    sources: dict[str, str] = {}
    todo = [file.removesuffix(".py")]
    while todo and len(sources) < MOST_FILES:
        name = todo.pop()
        path = os.path.join(folder, f"{name}.py")
        if name in sources or (sources and name in sys.modules) or not os.path.isfile(path):
            continue
        with open(path, "rb") as opened:
            data = opened.read(LARGEST_SOURCE + 1)
        if len(data) <= LARGEST_SOURCE:
            sources[name] = _decoded(data)
            todo += _imported(ast.parse(sources[name]))
    return sources


def _decoded(data: bytes) -> str:
    """The text of a source file, line ends as the tree counts them."""
    text = data.decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if "." not in alias.name)
        elif isinstance(node, ast.ImportFrom) and node.module and "." not in node.module:
            yield node.module


def told(word: str, chosen: Sequence[Edit], numbers: dict[int, int], sources: dict[str, str]) -> Iterator[str]:
    """What is said of a repair, line by line. word: "repair" or "nearest". numbers: of all edits, by their id."""
    if len({(edit.operator, edit.what) for edit in chosen}) == 1:
        chosen = sorted(chosen, key=lambda edit: (edit.file, edit.line))
    yield "\t".join([word, ",".join(str(numbers[id(edit)]) for edit in chosen)])
    for edit in chosen:
        line = min(max(edit.line, 1), sources[edit.file].count("\n") + 1)
        yield "\t".join(["edit", edit.operator, edit.what, edit.role, _player(edit), f"{edit.file}.py", str(line)])
    for change in rewritten(sources, chosen):
        yield "\t".join(["lines", f"{change.file}.py", str(change.first), str(change.last), str(len(change.lines))])
        yield from (f" {line}" for line in change.lines)


def _player(edit: Edit) -> str:
    """Whose part of the search an edit is in, as far as the new line tells: "MAX", "MIN" or ""."""
    if edit.new is None or len(edit.ends) != 2:
        return ""
    alpha, beta = edit.ends
    assigned = {ast.unparse(node.targets[0]) for node in ast.walk(edit.new) if isinstance(node, ast.Assign)}
    if assigned & {alpha, beta}:
        return "MAX" if alpha in assigned else "MIN"
    for node in ast.walk(edit.new):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            sides = ast.unparse(node.left), ast.unparse(node.comparators[0])
            if beta in sides and alpha not in sides:
                return "MAX"
            if alpha in sides and beta not in sides:
                return "MIN"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("max", "min"):
            return "MAX" if node.func.id == "max" else "MIN"
    return ""
