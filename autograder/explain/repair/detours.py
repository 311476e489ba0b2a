"""Puts the change of a line itself in the place of a detour round that line.

Edits may make a program right by a detour, and each is needed for that: a test is added
beside one that is wrong, or a bound is stored where that changes nothing. Whoever reads
of a detour does not learn which line is at fault.
"""

import ast
from collections.abc import Callable, Iterator, Sequence

from autograder.explain.repair.edits import Add, Edit, Take, walk

AsGood = Callable[[tuple[Edit, ...]], bool]
"""Tells whether a program with some edits does as well as with those of a repair."""
BOUND = "update"
"""The role of a statement that sets alpha or beta."""


def without_detours(
    chosen: tuple[Edit, ...], every: Sequence[Edit], is_as_good: AsGood
) -> tuple[Edit, ...]:
    """Return the edits of a repair, with the direct ones in the place of detours.

    every: all edits of the program, the cheapest first.
    """
    direct = chosen
    for edit in chosen:
        for other in _direct(edit, every):
            replaced = tuple(other if kept is edit else kept for kept in direct)
            if is_as_good(replaced):
                direct = replaced
                break
    return direct


def _direct(edit: Edit, every: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the edits that may do what one does, without a detour.

    They change a line of the same role in the block of an added one; or they take a
    line away that sets a bound.
    """
    if _only_adds(edit):
        around = _nodes_around(edit)
        for other in every:
            is_alike = other.role == edit.role and not other.kind.is_slip
            if is_alike and id(other.old) in around and not _takes_or_adds(other):
                yield other
        return
    for other in every:
        if other is not edit and _takes_bound_away(other) and _is_in(edit.old, other):
            yield other


def _only_adds(edit: Edit) -> bool:
    return all(isinstance(alteration, Add) for alteration in edit.alterations)


def _takes_or_adds(edit: Edit) -> bool:
    return any(isinstance(alteration, (Take, Add)) for alteration in edit.alterations)


def _takes_bound_away(edit: Edit) -> bool:
    """Return whether an edit only takes away a statement that sets a bound."""
    is_taken = [isinstance(alteration, Take) for alteration in edit.alterations]
    is_assignment = isinstance(edit.old, (ast.Assign, ast.AugAssign))
    return is_taken == [True] and is_assignment and edit.role == BOUND


def _is_in(node: ast.AST, edit: Edit) -> bool:
    return any(inner is node for inner in walk(edit.old))


def _nodes_around(edit: Edit) -> set[int]:
    """Return the ids of the nodes in the blocks that an edit adds statements to."""
    nodes: set[int] = set()
    for alteration in edit.alterations:
        statements: list[ast.stmt] = getattr(alteration.owner, alteration.field)
        for statement in statements:
            nodes.update(map(id, walk(statement)))
    return nodes
