"""What a student's process does when it is asked to explain a program, and how it tells what it found."""

import ast
import sys
from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from autograder.limits import (
    LONGEST_WORDS,
    MOST_EDITS,
    MOST_NEAREST,
    MOST_REPAIRED_FILES,
    MOST_REPAIRS,
)
from autograder.repair.edits import Edit
from autograder.repair.operators import edits
from autograder.repair.program import Program
from autograder.repair.rewriting import rewritten
from autograder.repair.search import Repair, Search, Trial
from autograder.worker.adapted import Adapted
from reference.game import Tree


def claims(command: dict[str, Any], course: Adapted | None = None) -> str:
    """What a search for a repair finds, as lines for the grader: "repair", "nearest" or "seen", and numbers of edits.

    The search runs the student's code, so this is its word. What the numbers stand for `rewriting` says in a process
    that does not. What is wrong with the text of a program is its own. command: the file, all `sources` by the names of
    their modules, `trials` as marshalled tuples, and the `seconds` of processor time that may be spent. course: its
    adapter, which has given the process its world.
    """
    program = _program(command, course)
    search = Search(
        program, [trial_of(entry) for entry in command["trials"]], command["seconds"]
    )
    found = search.run()
    numbers = {id(edit): number for number, edit in enumerate(search.edits)}
    chosen = [("repair", repair.edits) for repair in different(found)[:MOST_REPAIRS]]
    if search.seen:
        chosen.append(("seen", tuple(search.seen[:MOST_EDITS])))
    if not found and search.nearest:
        chosen += [
            ("nearest", repair.edits)
            for repair in different(search.nearest[:MOST_EDITS])[:MOST_NEAREST]
        ]
    told = [(word, [numbers[id(edit)] for edit in made]) for word, made in chosen]
    if search.regions is not None and told:
        told.insert(0, ("in", sorted(search.regions)))
    return "\n".join(f"{word}\t{','.join(map(str, some))}" for word, some in told)


def rewriting(command: dict[str, Any], course: Adapted | None = None) -> str:
    """What the edits of some repairs are and the lines that they change, as lines for the grader.

    Nothing of the student's runs here. command: the file, all `sources`, and `claims`: what each is and its numbers.
    """
    program = _program(command, course)
    (first, regions), *_ = command["claims"]
    found = edits(program.trees, regions if first == "in" else None)
    lines: list[str] = []
    for word, numbers in command["claims"][first == "in" :]:
        made = tuple(found[number] for number in numbers)
        more = list(told(word, program, made))
        more += (
            row for part in _parts(word, made) for row in told("part", program, *part)
        )
        if len("\n".join(lines + more).encode()) < LONGEST_WORDS:
            lines += more
    return "\n".join(lines)


def _parts(word: str, made: Sequence[Edit]) -> Iterator[tuple[list[Edit], list[Edit]]]:
    """The parts of a repair of several kinds, of which each may undo a mistake of its own; each with all others."""
    kinds = (
        dict.fromkeys((edit.kind.name, edit.kind.at(edit.role)) for edit in made)
        if word == "repair"
        else {}
    )
    for kind in kinds if len(kinds) > 1 else ():
        part = [
            edit for edit in made if (edit.kind.name, edit.kind.at(edit.role)) == kind
        ]
        yield part, [edit for edit in made if edit not in part]


def _program(command: dict[str, Any], course: Adapted | None) -> Program:
    main = command["file"].removesuffix(".py")
    return Program(_imported_of(command["sources"], main), main, course)


def different(found: Sequence[Repair]) -> list[Repair]:
    """Repairs without those that change the same lines as one before, or add one a line further on."""
    kept: list[tuple[Repair, list[tuple[str, int]]]] = []
    for repair in found:
        lines = sorted((edit.file, edit.line) for edit in repair.edits)
        for other in (other for _, other in kept if len(other) == len(lines)):
            if all(
                a[0] == b[0] and abs(a[1] - b[1]) <= 1
                for a, b in zip(lines, other, strict=True)
            ):
                break
        else:
            kept.append((repair, lines))
    return [repair for repair, _ in kept]


def trial_of(entry: tuple[Any, ...]) -> Trial:
    """A trial as the grader sends it."""
    shape, values, players, names, *rest = entry
    counts = array("I")
    counts.frombytes(shape)
    return Trial(Tree(counts, values, players, names), *rest)


def _imported_of(sources: dict[str, str], main: str) -> dict[str, str]:
    """A program's main file and those that it imports; what is loaded already, Python does not look for in them."""
    found: dict[str, str] = {}
    todo = [main]
    while todo and len(found) < MOST_REPAIRED_FILES:
        name = todo.pop()
        if name in found or name not in sources or (found and name in sys.modules):
            continue
        found[name] = sources[name]
        for node in ast.walk(ast.parse(found[name])):
            if isinstance(node, ast.Import):
                todo += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                todo.append(node.module or "")
    return found


def told(
    word: str,
    program: Program,
    chosen: Sequence[Edit],
    written: Sequence[Edit] | None = None,
) -> Iterator[str]:
    """What is said of a repair, line by line. word: "repair", "part", "nearest" or "seen". written: other edits."""
    if len({edit.kind.name for edit in chosen}) == 1:
        chosen = sorted(chosen, key=lambda edit: (edit.file, edit.line))
    yield word
    for edit in chosen:
        line = min(max(edit.line, 1), program.sources[edit.file].count("\n") + 1)
        yield "\t".join(
            ["edit", edit.kind.name, edit.role, f"{edit.file}.py", str(line)]
        )
    for change in (
        rewritten(program, chosen if written is None else written)
        if word != "seen"
        else ()
    ):
        yield "\t".join(
            [
                "lines",
                f"{change.file}.py",
                str(change.first),
                str(change.last),
                str(len(change.lines)),
            ]
        )
        yield from (f" {line}" for line in change.lines)
