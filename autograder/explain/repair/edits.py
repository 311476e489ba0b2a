"""Edits of a program, each made of alterations that can be taken back."""

import ast
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple, TypeVar

from autograder.explain.repair.kinds import Kind

Node = TypeVar("Node", bound=ast.AST)
Dump = tuple[object, ...]


class Put(NamedTuple):
    """Another node in a field of one, or at an index of a list in that field."""

    owner: ast.AST
    field: str
    new: Any
    list_index: int | None = None

    @property
    def before(self) -> object:
        """Return the code that stands there as long as the alteration is not made."""
        value = getattr(self.owner, self.field)
        return value if self.list_index is None else value[self.list_index]

    def make(self) -> None:
        """Make the alteration.

        From here on the new nodes have positions in the text. They get them no earlier,
        as most alterations are never made.
        """
        for node in self.new if isinstance(self.new, list) else [self.new]:
            if isinstance(node, ast.AST):
                ast.fix_missing_locations(node)
        if self.list_index is None:
            setattr(self.owner, self.field, self.new)
        else:
            getattr(self.owner, self.field)[self.list_index] = self.new


class Take(NamedTuple):
    """A statement taken out of a body; a body that would be empty passes."""

    owner: ast.AST
    field: str
    statement: ast.stmt

    def make(self) -> None:
        """Make the alteration."""
        body = getattr(self.owner, self.field)
        if self.statement in body:
            body.remove(self.statement)
        if not body and self.field == "body":
            body.append(
                ast.fix_missing_locations(ast.copy_location(ast.Pass(), self.statement))
            )


class Add(NamedTuple):
    """A statement put into a body: before another, or at its end."""

    owner: ast.AST
    field: str
    statement: ast.stmt
    before: ast.stmt | None = None

    def make(self) -> None:
        """Make the alteration."""
        body = getattr(self.owner, self.field)
        body.insert(
            body.index(self.before) if self.before in body else len(body),
            self.statement,
        )


Alteration = Put | Take | Add
"""The least that can be done to a syntax tree; an edit is made of some."""


class Edit(NamedTuple):
    """One change to a program, as a person counts changes.

    role: of the changed node in the search. top: the index of the file's
    top-level statement. line: the line to look at. region: the number of the program's
    function. old, new: the node before the edit and the node after it, if it is a
    single one. ends: the function's names of alpha and beta. mirror_group: a number
    that edits share if together they make the code for one player like the code for the
    other; 0 for all other edits. twin: the line of the other player's part that it is
    made like, if that is in the same file, else 0. block: the line with which the block
    begins that a line is added behind, that is taken away, or of which a line that is
    taken away is all; else 0.
    """

    kind: Kind
    role: str
    cost: float
    file: str
    top: int
    line: int
    region: int
    alterations: tuple[Alteration, ...]
    old: ast.AST
    new: ast.AST | None = None
    ends: tuple[str, ...] = ()
    mirror_group: int = 0
    twin: int = 0
    block: int = 0

    @property
    def adds(self) -> bool:
        """Tell whether it adds a statement, or moves one."""
        return any(isinstance(alteration, Add) for alteration in self.alterations)

    @property
    def only_adds(self) -> bool:
        """Tell whether it adds statements, and leaves all others."""
        return all(isinstance(alteration, Add) for alteration in self.alterations)

    @property
    def takes(self) -> bool:
        """Tell whether it takes a statement away, or moves one."""
        return any(isinstance(alteration, Take) for alteration in self.alterations)


def made(edits: tuple[Edit, ...]) -> AbstractContextManager[None]:
    """Make some edits in the tree for as long as the context lasts."""
    return alterations_made(
        alteration for edit in edits for alteration in edit.alterations
    )


@contextmanager
def alterations_made(alterations: Iterable[Alteration]) -> Iterator[None]:
    """Make some alterations for as long as the context lasts."""
    kept: list[tuple[ast.AST, str, Any]] = []
    try:
        for alteration in alterations:
            before = getattr(alteration.owner, alteration.field)
            kept.append(
                (
                    alteration.owner,
                    alteration.field,
                    list(before) if isinstance(before, list) else before,
                )
            )
            alteration.make()
        yield
    finally:
        for owner, name, before in reversed(kept):
            setattr(owner, name, before)


def grouped(edits: Iterable[Edit], by: Callable[[Edit], object]) -> list[list[Edit]]:
    """Return groups of edits with the same key, in the order of the first of each.

    by: returns the key of an edit.
    """
    groups: dict[object, list[Edit]] = {}
    for edit in edits:
        groups.setdefault(by(edit), []).append(edit)
    return list(groups.values())


def copied(node: Node) -> Node:
    """Copy a syntax tree as `copy.deepcopy` does, which takes many times as long.

    Signs are not copied.
    """
    new = type(node).__new__(type(node))
    fields = vars(new)
    fields.update(vars(node))
    for name in node._fields:
        value = fields.get(name)
        if isinstance(value, list):
            fields[name] = [
                copied(element) if isinstance(element, ast.AST) else element
                for element in value
            ]
        elif isinstance(value, ast.AST) and value._fields:
            fields[name] = copied(value)
    return new


def walk(root: ast.AST) -> list[ast.AST]:
    """Return the nodes of a tree as `ast.walk` does, which takes longer."""
    nodes = [root]
    for node in nodes:  # grows as it is walked
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                nodes.append(value)
            elif isinstance(value, list):
                nodes += [element for element in value if isinstance(element, ast.AST)]
    return nodes


def first_line(statement: ast.stmt) -> int:
    """Return the line in which a statement begins, its decorators among it."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(node.lineno for node in decorators)])


def dumped(node: ast.AST) -> Dump:
    """Return a key that is equal for two trees exactly if their `ast.dump` is.

    A dump takes longer.
    """
    fields: list[object] = [type(node)]
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            fields.append(dumped(value))
        elif isinstance(value, list):
            fields.append(
                tuple(
                    [
                        dumped(element) if isinstance(element, ast.AST) else element
                        for element in value
                    ]
                )
            )
        else:
            fields.append(repr(value))
    return tuple(fields)
