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
from autograder.repair.classifier import classified
from autograder.repair.costs import Repair
from autograder.repair.edits import Edit
from autograder.repair.messages import (
    IN,
    PART,
    ClaimedEdits,
    NewLines,
    ToldEdit,
    ToldRepair,
)
from autograder.repair.operators import edits
from autograder.repair.program import Program
from autograder.repair.rewriting import rewritten
from autograder.repair.search import Search
from autograder.repair.trial import RightLooks, Trial
from autograder.worker.adapted import Adapted
from reference.game import Tree


def claims(command: dict[str, Any], course: Adapted | None = None) -> str:
    """Return what a search for a repair finds, as the rows of claims.

    The search runs the student's code, so this is its word. What the numbers stand for
    `rewriting` says in a process that does not. What is wrong with the text of a
    program is its own. command: the file, all `sources` by the names of their modules,
    `trials` as marshalled tuples, and the `seconds` whose work on an ordinary machine
    may be done. course: its adapter, which has given the process its world.
    """
    program = _program(command, course)
    trials = [trial_of(entry) for entry in command["trials"]]
    search = Search(program, trials, command["seconds"])
    repairs = search.run()
    chosen = [("repair", repair.edits) for repair in different(repairs)[:MOST_REPAIRS]]
    if search.seen:
        chosen.append(("seen", tuple(search.seen[:MOST_EDITS])))
    if not repairs and search.nearest:
        nearest = different(search.nearest[:MOST_EDITS])[:MOST_NEAREST]
        chosen += [("nearest", repair.edits) for repair in nearest]
    number_of = {id(edit): number for number, edit in enumerate(search.edits)}
    claimed = [
        ClaimedEdits(kind, tuple(number_of[id(edit)] for edit in made))
        for kind, made in chosen
    ]
    if search.regions is not None and claimed:
        claimed.insert(0, ClaimedEdits(IN, tuple(sorted(search.regions))))
    return "\n".join(claim.row() for claim in claimed)


def rewriting(command: dict[str, Any], course: Adapted | None = None) -> str:
    """Return what the edits of some repairs are and which lines they change, as rows.

    Nothing of the student's runs here. command: the file, all `sources`, and `claims`
    as plain tuples.
    """
    program = _program(command, course)
    claimed = [ClaimedEdits(*entry) for entry in command["claims"]]
    regions = claimed.pop(0).numbers if claimed[0].kind == IN else None
    all_edits = edits(program.trees, regions)
    rows: list[str] = []
    for claim in claimed:
        claimed_edits = [all_edits[number] for number in claim.numbers]
        made = tuple(classified(program.trees, claimed_edits))
        more = list(told(claim.kind, program, made))
        for part, others in _parts(claim.kind, made):
            more += told(PART, program, part, others)
        if len("\n".join(rows + more).encode()) < LONGEST_WORDS:
            rows += more
    return "\n".join(rows)


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
    shape, values, players, names, function, arguments, due, *rest = entry
    counts = array("I")
    counts.frombytes(shape)
    tree = Tree(counts, values, players, names)
    due_looks = tuple(RightLooks(*looks) for looks in due)
    return Trial(tree, function, arguments, due_looks, *rest)


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
    kind: str,
    program: Program,
    chosen: Sequence[Edit],
    written: Sequence[Edit] | None = None,
) -> Iterator[str]:
    """Yield the rows of a repair. written: the edits whose lines it has, if others."""
    if len({edit.kind.name for edit in chosen}) == 1:
        chosen = sorted(chosen, key=lambda edit: (edit.file, edit.line))
    told_edits: list[ToldEdit] = []
    for edit in chosen:
        last_line = program.sources[edit.file].count("\n") + 1
        line = min(max(edit.line, 1), last_line)
        told_edits.append(ToldEdit(edit.kind.name, edit.role, f"{edit.file}.py", line))
    new_lines: list[NewLines] = []
    if kind != "seen":
        for change in rewritten(program, chosen if written is None else written):
            file = f"{change.file}.py"
            new_lines.append(NewLines(file, change.first, change.last, change.lines))
    yield from ToldRepair(kind, tuple(told_edits), tuple(new_lines)).rows()
