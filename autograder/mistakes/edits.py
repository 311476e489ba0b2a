"""Changes to a syntax tree that can be made and taken back, each with the line that it is about."""

import ast
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from autograder.mistakes.kinds import Kind

Node = TypeVar("Node", bound=ast.AST)


class Put(NamedTuple):
    """Another node in a field of one, or at a place of a list in that field."""

    owner: ast.AST
    field: str
    new: Any
    place: int | None = None

    def make(self) -> None:
        """Make the change."""
        if self.place is None:
            setattr(self.owner, self.field, self.new)
        else:
            getattr(self.owner, self.field)[self.place] = self.new


class Take(NamedTuple):
    """A statement taken out of a body; a body that would be empty passes."""

    owner: ast.AST
    field: str
    statement: ast.stmt

    def make(self) -> None:
        """Make the change."""
        body = getattr(self.owner, self.field)
        if self.statement in body:
            body.remove(self.statement)
        if not body and self.field == "body":
            body.append(ast.fix_missing_locations(ast.copy_location(ast.Pass(), self.statement)))


class Add(NamedTuple):
    """A statement put into a body: before another, or at its end."""

    owner: ast.AST
    field: str
    statement: ast.stmt
    before: ast.stmt | None = None

    def make(self) -> None:
        """Make the change."""
        body = getattr(self.owner, self.field)
        body.insert(body.index(self.before) if self.before in body else len(body), self.statement)


Change = Put | Take | Add


class Edit(NamedTuple):
    """One change that a person would call one.

    role: what the changed place is for in the search. top: which of the file's top-level statements. line: to look at.
    region: which of the program's functions. old, new: what stands there and what would, as far as that is one node.
    ends: what that function calls alpha and beta. part: with which others it makes one player's part the like of the
    other's; 0 for any other.
    """

    kind: Kind
    role: str
    cost: float
    file: str
    top: int
    line: int
    region: int
    changes: tuple[Change, ...]
    old: ast.AST
    new: ast.AST | None = None
    ends: tuple[str, ...] = ()
    part: int = 0


@contextmanager
def made(edits: tuple[Edit, ...]) -> Iterator[None]:
    """The tree with some edits made, for as long as the context lasts."""
    kept: list[tuple[ast.AST, str, Any]] = []
    try:
        for edit in edits:
            for change in edit.changes:
                before = getattr(change.owner, change.field)
                kept.append((change.owner, change.field, list(before) if isinstance(before, list) else before))
                change.make()
        yield
    finally:
        for owner, name, before in reversed(kept):
            setattr(owner, name, before)


def grouped(edits: Iterable[Edit], by: Callable[[Edit], object]) -> list[list[Edit]]:
    """Edits that are the same by something together, in the order of the first of each."""
    found: dict[object, list[Edit]] = {}
    for edit in edits:
        found.setdefault(by(edit), []).append(edit)
    return list(found.values())


def copied(node: Node) -> Node:
    """A copy of a syntax tree, as `copy.deepcopy` makes one, which takes several times as long."""
    new = type(node).__new__(type(node))
    for name, value in vars(node).items():
        if isinstance(value, list):
            value = [copied(entry) if isinstance(entry, ast.AST) else entry for entry in value]
        vars(new)[name] = copied(value) if isinstance(value, ast.AST) else value
    return new
