"""Which statements of a program run in which searches: what did not run is not to blame for what a search did."""

import ast
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from autograder.repair.edits import Add, Edit, Take, walk
from autograder.repair.program import Program
from autograder.repair.scopes import each, named, roots

Line = tuple[str, int]
"""A file, and the line in which a statement of it begins."""


class Ran:
    """Tells the statements that run, and the edits that are about some of them."""

    def __init__(self, program: Program) -> None:
        self._trees = program.trees
        self._files = {program.code_name(file): file for file in program.trees}
        self._starts = {
            file: dict(_starts(tree)) for file, tree in program.trees.items()
        }

    def during(self, run: Callable[[], object]) -> frozenset[Line]:
        """The statements that run while something is done. The head of a function does where that is called."""
        lines: set[Line] = set()

        def note(code: CodeType, line: int) -> bool:
            if is_own := code.co_filename in self._files:
                lines.add((self._files[code.co_filename], line))
            return is_own

        with _noting(note):
            run()
        return frozenset(
            (file, self._starts[file].get(line, line)) for file, line in lines
        )

    def about(self, edit: Edit) -> frozenset[Line] | None:
        """The statements of which one has to run for an edit to matter; None where that may be any."""
        statements = [entry for change in edit.changes for entry in _touched(change)]
        lines = {edit.line, *(statement.lineno for statement in statements)}
        starts = self._starts[edit.file]
        return (
            frozenset((edit.file, starts[line]) for line in lines)
            if lines <= starts.keys()
            else None
        )

    def functions_of(self, edit: Edit) -> frozenset[Line]:
        """Return the heads of the function in which an edit is, if it is in any."""
        around = [
            function
            for function in each(ast.FunctionDef, self._trees[edit.file])
            if function.lineno <= edit.line <= (function.end_lineno or 0)
        ]
        innermost = max((function.lineno for function in around), default=None)
        return frozenset() if innermost is None else frozenset({(edit.file, innermost)})

    def regions(self, ran: Collection[Line]) -> frozenset[int]:
        """The functions of the program that run, and the statements outside of any whose names these read."""
        found, others, read = set[int](), list[tuple[int, set[str]]](), set[str]()
        for region, file, _, root in roots(self._trees):
            if not isinstance(root, ast.FunctionDef):
                others.append((region, _names(root)))
            elif (file, root.lineno) in ran:
                found.add(region)
                read |= _names(root)
        for region, names in others[::-1]:  # what is read there was set before
            if names & read:
                found.add(region)
                read |= names
        return frozenset(found)


@contextmanager
def _noting(note: Callable[[CodeType, int], bool]) -> Iterator[None]:
    """Calls a function with each line that runs, and the head of each function that is called."""
    if sys.version_info >= (3, 12):
        seen, tool, events = (
            sys.monitoring,
            sys.monitoring.PROFILER_ID,
            sys.monitoring.events,
        )

        def once(code: CodeType, line: int) -> object:
            note(code, line)
            return seen.DISABLE  # there, until events are restarted

        seen.use_tool_id(tool, "autograder")
        seen.register_callback(tool, events.LINE, once)
        seen.register_callback(
            tool, events.PY_START, lambda code, _: once(code, code.co_firstlineno)
        )
        seen.restart_events()
        seen.set_events(tool, events.LINE | events.PY_START)
        try:
            yield
        finally:
            seen.set_events(tool, 0)
            seen.free_tool_id(tool)
        return

    def trace(frame: FrameType, event: str, _: object) -> Any:
        return trace if note(frame.f_code, frame.f_lineno) else None

    with traced(trace):
        yield


@contextmanager
def traced(trace: Callable[[FrameType, str, object], Any]) -> Iterator[None]:
    """Has sys.settrace call a function while the context lasts."""
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def _touched(change: Any) -> list[ast.stmt]:
    """The statement that a change takes away, or those between which it adds one."""
    if isinstance(change, Take):
        return [change.statement]
    if not isinstance(change, Add):
        return []
    body: list[ast.stmt] = getattr(change.owner, change.field)
    place = body.index(change.before) if change.before in body else len(body)
    return body[max(0, place - 1) : place + 1]


def _starts(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Lines in functions, each with that in which the innermost statement begins that it, or its head, is a part of."""
    for node in (
        entry
        for function in each(ast.FunctionDef, tree)
        for entry in each(ast.stmt, function)
    ):
        first = min(
            [
                node.lineno,
                *(entry.lineno for entry in getattr(node, "decorator_list", ())),
            ]
        )
        body = getattr(node, "body", None)
        last = (
            max(node.lineno, body[0].lineno - 1)
            if body
            else node.end_lineno or node.lineno
        )
        yield from ((line, node.lineno) for line in range(first, last + 1))


def _names(root: ast.AST) -> set[str]:
    """The names that are read or set somewhere, those of attributes too."""
    return {
        named(node)
        for node in walk(root)
        if isinstance(node, (ast.Name, ast.Attribute))
    }
