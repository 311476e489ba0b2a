"""Answers the two commands that explain a program, in a worker.

`claims` searches for edits that make the program right, and returns their numbers; it
runs the student's code. `rewriting` returns the edits that these numbers stand for, in
a process that runs none of it.
"""

import ast
import sys
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from math import inf
from typing import Any

from autograder.core.limits import (
    LONGEST_WORDS,
    MOST_EDITS,
    MOST_NEAREST,
    MOST_REPAIRED_FILES,
    MOST_REPAIRS,
)
from autograder.core.worker.adapted import Adapted
from autograder.explain.repair.classifier import classified
from autograder.explain.repair.costs import Repair
from autograder.explain.repair.edits import (
    Add,
    Edit,
    Put,
    Take,
    dumped,
    first_line,
    grouped,
    walk,
)
from autograder.explain.repair.facts import Numbers, Roles, Window
from autograder.explain.repair.kinds import (
    A_PART,
    FAR,
    INFINITY,
    MIRRORED,
    MOVED_DOWN,
    OF_THE_CALL,
    OUT_BEHIND,
    WINDOW_KEPT,
)
from autograder.explain.repair.messages import (
    COMPONENT,
    IN,
    INFINITE,
    MINUS_INFINITE,
    NAMED,
    WITH_BLOCK,
    ClaimedEdits,
    DescribedEdit,
    DescribedRepair,
    NewLines,
    written,
)
from autograder.explain.repair.nodes import constant
from autograder.explain.repair.operators import edits
from autograder.explain.repair.program import Program
from autograder.explain.repair.ran import Line
from autograder.explain.repair.rewriting import rewritten
from autograder.explain.repair.search import Search
from autograder.explain.repair.trial import RightLooks, Trial
from reference.game import Tree


def claims(command: dict[str, Any], course: Adapted | None = None) -> str:
    """Return the claims of a search for a repair: a line for each, see `messages`.

    The search runs the student's code, so nothing proves that they are true.
    `rewriting` says what the numbers stand for, in a process that does not run it.

    command: the file, all `sources` by the names of their modules, `trials` as
    marshalled tuples, and the `seconds` whose work on an ordinary machine may be done,
    in no more processor time than `processor`.
    course: its adapter, which has given the process its world.
    """
    program = _program(command, course)
    trials = [trial_of(fields) for fields in command["trials"]]
    wide = [trial_of(fields) for fields in command["wide"]]
    windowed = [trial_of(fields) for fields in command["windowed"]]
    seconds, processor = command["seconds"], command["processor"]
    search = Search(program, trials, seconds, wide, processor, windowed)
    with _nobody_sleeping():
        repairs = search.run()
    number_of = {id(edit): number for number, edit in enumerate(search.edits)}
    claimed: list[ClaimedEdits] = []
    for kind, edits_claimed in _claimed(search, repairs):
        numbers = tuple(number_of[id(edit)] for edit in edits_claimed)
        claimed.append(ClaimedEdits(kind, numbers))
    if not claimed:
        return ""
    roles = search.roles
    messages: list[Numbers | Window | ClaimedEdits] = [*roles.numbers, *roles.windows]
    messages += claimed
    if search.regions is not None:
        messages.insert(0, ClaimedEdits(IN, tuple(sorted(search.regions))))
    return "\n".join(map(written, messages))


@contextmanager
def _nobody_sleeping() -> Iterator[None]:
    """Have programs wait for nothing: a candidate may sleep at each leaf.

    Sleeping takes no processor time, so nothing else would end it.
    """
    sleep, time.sleep = time.sleep, lambda seconds: None
    try:
        yield
    finally:
        time.sleep = sleep


def _claimed(
    search: Search, repairs: Sequence[Repair]
) -> Iterator[tuple[str, Sequence[Edit]]]:
    """Yield the kind of each claim after a search, with its edits.

    A "repair" is right on every trial. If there is none, "nearest" are the candidates
    that make most trials hold. The slips that failing searches came by are "seen".
    """
    for repair in different(repairs)[:MOST_REPAIRS]:
        yield "repair", repair.edits
    if search.seen:
        yield "seen", search.seen[:MOST_EDITS]
    if not repairs:
        for repair in different(search.nearest[:MOST_EDITS])[:MOST_NEAREST]:
            yield "nearest", repair.edits


def rewriting(command: dict[str, Any], course: Adapted | None = None) -> str:
    """Return the edits of some repairs, and the lines that they change.

    It is a line for each repair, see `messages`. Nothing of the student's runs here.
    command: the file, all `sources`, `windows`, `numbers` and `claims` as plain tuples.
    """
    program = _program(command, course)
    claimed = [ClaimedEdits(*fields) for fields in command["claims"]]
    regions = claimed.pop(0).numbers if claimed[0].kind == IN else None
    windows = tuple(Window(*fields) for fields in command["windows"])
    numbers = tuple(Numbers(*fields) for fields in command["numbers"])
    roles = Roles(windows, numbers)
    all_edits = edits(program.trees, regions, roles)
    lines: list[str] = []
    for claim in claimed:
        claimed_edits = [all_edits[number] for number in claim.numbers]
        in_kinds = classified(program.trees, claimed_edits, roles)
        of_claim = [repair_line(claim.kind, program, in_kinds)]
        if claim.kind == "repair":
            of_claim += [
                repair_line(COMPONENT, program, component, others)
                for component, others in _components(in_kinds)
            ]
        if len("\n".join(lines + of_claim).encode()) < LONGEST_WORDS:
            lines += of_claim
    return "\n".join(lines)


def _components(repair: Sequence[Edit]) -> Iterator[tuple[list[Edit], list[Edit]]]:
    """Yield the components of a repair of several kinds, each with all other edits.

    Each component may undo a mistake of its own. Slips of one rule do if other words
    are wrong in them.
    """
    components = grouped(repair, _of_component)
    if len(components) > 1:
        for component in components:
            yield component, [edit for edit in repair if edit not in component]


def _of_component(edit: Edit) -> object:
    about = edit.role if edit.kind.is_slip else edit.kind.at(edit.role)
    return edit.kind.name, about


def repair_line(
    kind: str,
    program: Program,
    repair: Sequence[Edit],
    edits_made: Sequence[Edit] | None = None,
) -> str:
    """Return a repair as a line.

    edits_made: the edits whose new lines it has, if these are others.
    """
    in_order = _in_order(repair)
    described = [_described(edit, program) for edit in in_order]
    new_lines: list[NewLines] = []
    if edits_made is None:
        edits_made = in_order
    if kind != "seen":
        for change in rewritten(program, edits_made):
            file = f"{change.file}.py"
            new_lines.append(NewLines(file, change.first, change.last, change.lines))
    return written(DescribedRepair(kind, tuple(described), tuple(new_lines)))


def _in_order(repair: Sequence[Edit]) -> Sequence[Edit]:
    """Return edits of one kind in the order of the text, and others as they are."""
    kinds = {edit.kind.name for edit in repair}
    if len(kinds) != 1:
        return repair
    return sorted(repair, key=lambda edit: (edit.file, edit.line))


def _described(edit: Edit, program: Program) -> DescribedEdit:
    """Return an edit as the grader gets it, with a line that its file has."""
    last_line = program.sources[edit.file].count("\n") + 1
    line = min(max(edit.line, 1), last_line)
    file = f"{edit.file}.py"
    described = DescribedEdit(
        edit.kind.name, edit.role, file, line, edit.twin, edit.block
    )
    match edit.alterations:
        case [Add(statement=ast.Global([name]) | ast.Nonlocal([name]))]:
            return described._replace(code=name)
        case [Put(before=ast.Attribute() as attribute), *_] if edit.kind is OF_THE_CALL:
            return described._replace(code=ast.unparse(attribute))
        case [Take(statement=taken), Add(statement=added) as add] if taken is added:
            return _described_move(described, edit, add)
        case [Add(statement=ast.Assign(value=kept)), *_] if edit.kind is WINDOW_KEPT:
            names = ast.unparse(kept).strip("()")
            return described._replace(part=names, form=NAMED)
    if edit.kind is MIRRORED and _changes_block(edit):
        return described._replace(form=WITH_BLOCK)
    part, form = _part_left(edit, program), _infinity_put(edit)
    described = described._replace(part=part, form=form)
    return _with_expression(described, edit, program)


def _changes_block(edit: Edit) -> bool:
    """Return whether an edit of a statement also changes the lines below its head."""
    before: list[ast.stmt] = getattr(edit.old, "body", [])
    after: list[ast.stmt] = getattr(edit.new, "body", [])
    return list(map(dumped, before)) != list(map(dumped, after))


def _described_move(described: DescribedEdit, edit: Edit, add: Add) -> DescribedEdit:
    """Return an edit that moves a statement, with what it puts behind what.

    Of two neighbours the second may be moved: then the first comes behind it.
    """
    if edit.kind not in (MOVED_DOWN, OUT_BEHIND) or not isinstance(edit.old, ast.stmt):
        return described
    moved, behind = edit.old, add.statement
    if behind is moved:
        body: list[ast.stmt] = getattr(add.owner, add.field)
        end = body.index(add.before) if add.before in body else len(body)
        behind = body[end - 1]
    if behind is moved or _is_elif(add, behind):
        return described
    form = " behind ".join(_line_or_block(node) for node in (moved, behind))
    return described._replace(block=first_line(behind), form=form)


def _is_elif(add: Add, statement: ast.stmt) -> bool:
    """Return whether a statement of a body is written as an `elif`: none follows it."""
    is_other = isinstance(add.owner, ast.If) and add.field == "orelse"
    return is_other and getattr(add.owner, "col_offset", -1) == statement.col_offset


def _line_or_block(node: ast.stmt) -> str:
    has_block = hasattr(node, "body") and node.end_lineno != node.lineno
    return "block" if has_block else "line"


def _infinity_put(edit: Edit) -> str:
    """Return which infinity an edit puts in the place of a number, or ""."""
    if edit.kind not in (FAR, INFINITY):
        return ""
    value = constant(edit.new)
    if value is None or abs(value) != inf:
        return ""
    return INFINITE if value > 0 else MINUS_INFINITE


def _part_left(edit: Edit, program: Program) -> str:
    """Return the text of the part of an expression that is put in its place, or ""."""
    if edit.kind is not A_PART or edit.new is None:
        return ""
    for part in walk(edit.old):
        if isinstance(part, ast.expr) and dumped(part) == dumped(edit.new):
            source = program.sources[edit.file]
            text = ast.get_source_segment(source, part) or ""
            return text if "\n" not in text else ""
    return ""


def _with_expression(
    described: DescribedEdit, edit: Edit, program: Program
) -> DescribedEdit:
    """Return an edit with the text that it replaces, if that is on its line.

    A comparison is left out if its line has no other: it is clear which one is meant.
    """
    nodes = _replaced(edit)
    lines = {line for node in nodes for line in (node.lineno, node.end_lineno)}
    if lines != {edit.line}:
        return described
    if isinstance(nodes[0], ast.Compare) and _is_only_comparison(edit, program):
        return described
    text = program.sources[edit.file].split("\n")[edit.line - 1].encode()
    if not _are_beside(nodes, text):
        return described
    start = min(node.col_offset for node in nodes)
    code = text[start : max(node.end_col_offset or 0 for node in nodes)]
    alike = {
        node.col_offset
        for node in walk(program.trees[edit.file])
        if isinstance(node, ast.expr)
        and node.lineno == edit.line
        and text[node.col_offset : node.end_col_offset] == code
    }
    described = described._replace(code=code.decode(errors="replace"))
    if len(alike) < 2 or start not in alike:
        return described
    number = sorted(alike).index(start) + 1
    return described._replace(number=number, alike=len(alike))


def _replaced(edit: Edit) -> list[ast.expr | ast.arg]:
    """Return the expressions that an edit replaces, or in which it replaces a sign.

    There are none if it also takes or adds statements.
    """
    nodes: list[ast.expr | ast.arg] = []
    for alteration in edit.alterations:
        if not isinstance(alteration, Put):
            return []
        before = alteration.before
        if isinstance(before, ast.AST) and dumped(before) == dumped(alteration.new):
            continue
        node = before if isinstance(before, ast.expr) else alteration.owner
        if not isinstance(node, (ast.expr, ast.arg)):
            return []
        nodes.append(node)
    return nodes


def _are_beside(nodes: Sequence[ast.expr | ast.arg], text: bytes) -> bool:
    """Return whether nothing but a comma, or a default's `=`, is between expressions.

    Else the text from the first to the last of them has other code in it.
    """
    in_order = sorted(nodes, key=lambda node: node.col_offset)
    return all(
        text[before.end_col_offset or 0 : behind.col_offset].strip() in (b",", b"=")
        for before, behind in pairwise(in_order)
        if before.col_offset != behind.col_offset
    )


def _is_only_comparison(edit: Edit, program: Program) -> bool:
    """Return whether the line of an edit has one comparison."""
    comparisons = (
        node
        for node in walk(program.trees[edit.file])
        if isinstance(node, ast.Compare) and node.lineno == edit.line
    )
    return len(list(comparisons)) == 1


def different(repairs: Sequence[Repair]) -> list[Repair]:
    """Return repairs without those that change the same lines as one before.

    A line beside counts as the same: an added line may stand before or behind it.
    """
    kept: list[Repair] = []
    kept_lines: list[list[Line]] = []
    for repair in repairs:
        lines = sorted((edit.file, edit.line) for edit in repair.edits)
        if not any(_are_near(lines, others) for others in kept_lines):
            kept.append(repair)
            kept_lines.append(lines)
    return kept


def _are_near(lines: list[Line], others: list[Line]) -> bool:
    """Return whether each line is another one or beside it, in pairs."""
    if len(lines) != len(others):
        return False
    for (file, line), (other_file, other_line) in zip(lines, others, strict=True):
        if file != other_file or abs(line - other_line) > 1:
            return False
    return True


def trial_of(fields: tuple[Any, ...]) -> Trial:
    """Return a trial from the tuple that the grader sends (`explain/trials.py`)."""
    counts, values, players, names, function, arguments, looks, *accepted = fields
    child_counts = array("I")
    child_counts.frombytes(counts)
    tree = Tree(child_counts, values, players, names)
    right_looks = tuple(RightLooks(*of_search) for of_search in looks)
    return Trial(tree, function, arguments, right_looks, *accepted)


def _program(command: dict[str, Any], course: Adapted | None) -> Program:
    main = command["file"].removesuffix(".py")
    return Program(_needed_files(command["sources"], main), main, course)


def _needed_files(sources: dict[str, str], main: str) -> dict[str, str]:
    """Return a program's main file and those that it imports, in turn.

    sources: all files of the student, by the names of their modules. A module that is
    loaded already is left out: Python does not look for it in a student's file.
    """
    needed: dict[str, str] = {}
    todo = [main]
    while todo and len(needed) < MOST_REPAIRED_FILES:
        name = todo.pop()
        is_loaded = name != main and name in sys.modules
        if name in needed or name not in sources or is_loaded:
            continue
        needed[name] = sources[name]
        todo += _imported_names(sources[name])
    return needed


def _imported_names(source: str) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return names
