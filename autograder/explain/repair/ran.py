"""Finds out which statements of a program run in which searches.

Statements are known by their files and first lines.
"""

import ast
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from autograder.explain.repair.edits import (
    Add,
    Alteration,
    Edit,
    Take,
    first_line,
    walk,
)
from autograder.explain.repair.facts import Region, roots
from autograder.explain.repair.nodes import named, nodes_of
from autograder.explain.repair.program import Program

Line = tuple[str, int]
"""A file, and the line in which a statement of it begins."""
Note = Callable[[CodeType, int], bool]
"""Takes a line that runs, and returns whether further lines of its code matter."""


class Ran:
    """Finds the statements that run, and the edits that are about some of them."""

    def __init__(self, program: Program) -> None:
        """Find the lines in which the statements of a program begin."""
        self._trees = program.trees
        self._files = {program.code_name(file): file for file in program.trees}
        self._starts = {file: _starts(tree) for file, tree in program.trees.items()}

    def during(self, run: Callable[[], object]) -> frozenset[Line]:
        """Return the statements that run during a call.

        The head of a function runs if the function is called.
        """
        lines: set[Line] = set()

        def note(code: CodeType, line: int) -> bool:
            file = self._files.get(code.co_filename)
            if file is None:
                return False
            lines.add((file, line))
            return True

        with _noting(note):
            run()
        return frozenset(
            (file, self._starts[file].get(line, line)) for file, line in lines
        )

    def about(self, edit: Edit) -> frozenset[Line] | None:
        """Return the statements of an edit: if none of them runs, it does not matter.

        Return None if these may be any.
        """
        lines = {edit.line}
        for alteration in edit.alterations:
            lines.update(statement.lineno for statement in _touched(alteration))
        starts = self._starts[edit.file]
        if not lines <= starts.keys():
            return None
        return frozenset((edit.file, starts[line]) for line in lines)

    def regions(self, ran: Collection[Line]) -> frozenset[int]:
        """Return the numbers of the regions that matter if some lines ran.

        They are the functions that ran, and the statements outside of any whose names
        these read.
        """
        numbers: set[int] = set()
        names_read: set[str] = set()
        statements: list[Region] = []
        for region in roots(self._trees):
            if not isinstance(region.root, ast.FunctionDef):
                statements.append(region)
            elif (region.file, region.root.lineno) in ran:
                numbers.add(region.number)
                names_read |= _names(region.root)
        # From the last on: the names that a statement reads were set before it.
        for statement in reversed(statements):
            names = _names(statement.root)
            if names & names_read:
                numbers.add(statement.number)
                names_read |= names
        return frozenset(numbers)


@contextmanager
def _noting(note: Note) -> Iterator[None]:
    """Call a function with each line that runs, and the head of each called function.

    A line is noted at least once.
    """
    if sys.version_info >= (3, 12):
        with _monitored(note):
            yield
        return

    def trace(frame: FrameType, event: str, _: object) -> Any:
        return trace if note(frame.f_code, frame.f_lineno) else None

    with traced(trace):
        yield


if sys.version_info >= (3, 12):

    @contextmanager
    def _monitored(note: Note) -> Iterator[None]:
        """Note lines by sys.monitoring, which costs nothing once a line is noted."""
        monitoring, events = sys.monitoring, sys.monitoring.events
        tool = monitoring.PROFILER_ID

        def note_line(code: CodeType, line: int) -> object:
            note(code, line)
            return monitoring.DISABLE  # there, until events are restarted

        def note_head(code: CodeType, _: int) -> object:
            return note_line(code, code.co_firstlineno)

        monitoring.use_tool_id(tool, "autograder")
        monitoring.register_callback(tool, events.LINE, note_line)
        monitoring.register_callback(tool, events.PY_START, note_head)
        monitoring.restart_events()
        monitoring.set_events(tool, events.LINE | events.PY_START)
        try:
            yield
        finally:
            monitoring.set_events(tool, 0)
            monitoring.free_tool_id(tool)


@contextmanager
def traced(trace: Callable[[FrameType, str, object], Any]) -> Iterator[None]:
    """Have sys.settrace call a function while the context lasts."""
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def _touched(alteration: Alteration) -> list[ast.stmt]:
    """Return the statement that is taken, or those between which one is added."""
    if isinstance(alteration, Take):
        return [alteration.statement]
    if not isinstance(alteration, Add):
        return []
    body: list[ast.stmt] = getattr(alteration.owner, alteration.field)
    index = body.index(alteration.before) if alteration.before in body else len(body)
    return body[max(0, index - 1) : index + 1]


def _starts(tree: ast.Module) -> dict[int, int]:
    """Return, for each line in functions, the first line of its innermost statement.

    Of a statement with a body only its head counts. If a call is written in lines 7 to
    9, all three begin in 7.
    """
    starts: dict[int, int] = {}
    for function in nodes_of(ast.FunctionDef, tree):
        for statement in nodes_of(ast.stmt, function):
            for line in _head(statement):
                starts[line] = statement.lineno
    return starts


def _head(statement: ast.stmt) -> Iterable[int]:
    """Return the lines of a statement, up to its body if it has one."""
    body: list[ast.stmt] = getattr(statement, "body", [])
    last = statement.end_lineno or statement.lineno
    if body:
        last = max(statement.lineno, body[0].lineno - 1)
    return range(first_line(statement), last + 1)


def _names(root: ast.AST) -> set[str]:
    """Return the names that are read or set in a tree, those of attributes too."""
    nodes = [node for node in walk(root) if isinstance(node, (ast.Name, ast.Attribute))]
    return set(map(named, nodes))
