"""Puts the change of a line itself in the place of a detour round that line.

Edits may make a program right by a detour, and each is needed for that: a test is added
beside one that is wrong, a bound is stored where that changes nothing, or each call of
a function gets its arguments in another order. Whoever reads of a detour does not learn
which line is at fault.
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from autograder.explain.repair.edits import Add, Edit, Take, walk
from autograder.explain.repair.kinds import (
    ARGUMENT,
    BETTER_OF_TWO,
    BOUND,
    BY_ROUND,
    CONDITION_DROPPED,
    EXCHANGED,
    FAR,
    FIRST_ONE,
    INFINITY,
    INFINITY_BY_TURN,
    NEXT_NUMBER,
    OTHER_INFINITY,
    OTHER_VALUE,
    SIGN_ADDED,
    SUM_ADDED,
    SUM_DROPPED,
    TARGET,
    WHOLE_TARGET,
)
from autograder.explain.repair.nodes import JUMPS

AsGood = Callable[[tuple[Edit, ...]], bool]
"""Tells whether a program with some edits does as well as with those of a repair."""
INFINITE = (FAR, INFINITY, OTHER_INFINITY, INFINITY_BY_TURN)
"""Kinds that have a best value begin at an infinity."""
OF_ARGUMENTS = (ARGUMENT, EXCHANGED)
"""Kinds with which a call passes other values."""
OF_DEPTHS = (SUM_ADDED, SUM_DROPPED, NEXT_NUMBER)
"""Kinds with which a child may get another depth."""
HORIZON, STEP, LEAF = "horizon", "step", "leaf"
"""The roles of a test that ends a search at its depth, of a child's depth, and of the
value of a leaf."""
OF_A_BOUND = "update"
"""The role of a statement that sets alpha or beta."""


def without_detours(
    chosen: tuple[Edit, ...], every: Sequence[Edit], is_as_good: AsGood
) -> tuple[Edit, ...]:
    """Return the edits of a repair, with the direct ones in the place of detours.

    every: all edits of the program, the cheapest first.
    """
    direct = _at_the_heads(chosen, every, is_as_good)
    direct = _at_the_step(direct, every, is_as_good)
    for _ in chosen:  # one detour may be needed for another
        before, direct = direct, _more_direct(direct, every, is_as_good)
        if direct == before:
            break
    return _taken_away(direct, every, is_as_good)


def _taken_away(
    chosen: tuple[Edit, ...], every: Sequence[Edit], is_as_good: AsGood
) -> tuple[Edit, ...]:
    """Return one line taken away in place of edits that move it where another goes.

    So it is if a line stands both in a block and behind it: to move the one there, and
    to take the other away, has the same effect as to take the first away.
    """
    if len(chosen) > 1:
        for edit in filter(_moves, chosen):
            for other in removals(edit, every):
                if is_as_good((other,)):
                    return (other,)
    return chosen


def _more_direct(
    chosen: tuple[Edit, ...], every: Sequence[Edit], is_as_good: AsGood
) -> tuple[Edit, ...]:
    """Return the edits, each with a direct one in its place if that is as good."""
    direct = chosen
    for edit in chosen:
        for other in _direct(edit, every):
            replaced = tuple(
                other if kept is edit else kept for kept in direct if kept is not other
            )
            if is_as_good(replaced):
                direct = replaced
                break
    return direct


def _at_the_heads(
    chosen: tuple[Edit, ...], every: Sequence[Edit], is_as_good: AsGood
) -> tuple[Edit, ...]:
    """Return edits with parameters exchanged in place of what more lines pass.

    That is one function's parameters, or both players'.
    """
    passed = [edit for edit in chosen if edit.kind in OF_ARGUMENTS]
    lines = {(edit.file, edit.line) for edit in passed}
    others = tuple(edit for edit in chosen if edit not in passed)
    heads = [
        edit
        for edit in every
        if edit.kind is EXCHANGED and isinstance(edit.old, ast.arg)
    ]
    for count in (1, 2):
        for exchanged in combinations(heads, count):
            if count < len(lines) and is_as_good((*exchanged, *others)):
                return (*exchanged, *others)
    return chosen


def _at_the_step(
    chosen: tuple[Edit, ...], every: Sequence[Edit], is_as_good: AsGood
) -> tuple[Edit, ...]:
    """Return edits with one child's depth in place of the ends of several functions.

    So it is if the root counts no ply, and both functions that it calls would have to
    end one earlier.
    """
    ends = [edit for edit in chosen if edit.role == HORIZON]
    others = tuple(edit for edit in chosen if edit not in ends)
    if len({edit.region for edit in ends}) > 1:
        for edit in every:
            is_step = edit.role in (STEP, HORIZON) and edit.kind in OF_DEPTHS
            if is_step and edit not in ends and is_as_good((edit, *others)):
                return (edit, *others)
    return chosen


def _direct(edit: Edit, every: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the edits that may do what one does, without a detour."""
    if edit.only_adds:
        yield from _in_its_block(edit, every)
        return
    if _only_takes(edit):
        return
    is_direct = INSTEAD_OF.get(edit.kind.name)
    if is_direct is not None:
        yield from (other for other in every if is_direct(edit, other))
    # Or else its condition has to hold each time.
    yield from (other for other in every if _drops_condition_around(edit, other))
    yield from removals(edit, every)


def removals(edit: Edit, every: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the edits that take a statement away which one changes or moves.

    It is moved, sets a bound, or is a jump that is to have a condition.
    """
    may_go = isinstance(edit.old, JUMPS) or _moves(edit)
    for other in every:
        if _only_takes(other):
            is_same = may_go and other.old is edit.old
            if is_same or (_sets_a_bound(other) and _is_in(edit.old, other)):
                yield other


def _in_its_block(edit: Edit, every: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the edits that change a line of an added one's role in its block."""
    around = _nodes_around(edit)
    for other in every:
        is_alike = other.role == edit.role and not other.kind.is_slip
        if is_alike and id(other.old) in around and not (other.takes or other.adds):
            yield other


def _moves(edit: Edit) -> bool:
    """Return whether an edit takes a statement from one place to another."""
    taken = [
        alteration.statement
        for alteration in edit.alterations
        if isinstance(alteration, Take)
    ]
    return any(
        isinstance(alteration, Add) and alteration.statement in taken
        for alteration in edit.alterations
    )


def _only_takes(edit: Edit) -> bool:
    """Return whether an edit takes a statement away, and does no more."""
    return [isinstance(alteration, Take) for alteration in edit.alterations] == [True]


def _sets_a_bound(edit: Edit) -> bool:
    """Return whether an edit is about an assignment to alpha or beta."""
    return isinstance(edit.old, (ast.Assign, ast.AugAssign)) and edit.role == OF_A_BOUND


# --- What may be done instead of an edit ---


def _begins_at_infinity(_: Edit, other: Edit) -> bool:
    """Then the first child needs no condition of its own."""
    return other.kind in INFINITE


def _passes_the_better(edit: Edit, other: Edit) -> bool:
    """Then the best value need not take the bound along: the call does it itself."""
    is_there = other.region == edit.region and other.role == "window"
    return other.kind is BETTER_OF_TWO and is_there


def _takes_assignment_around(edit: Edit, other: Edit) -> bool:
    """Then nobody may need the value that the edit stores elsewhere."""
    is_assignment = isinstance(other.old, (ast.Assign, ast.AugAssign))
    return _only_takes(other) and is_assignment and _is_in(edit.old, other)


def _asks_for_other_player(edit: Edit, other: Edit) -> bool:
    """Then the value of the leaf needs no other sign."""
    is_of_leaf = (other.kind, other.role) == (OTHER_VALUE, LEAF)
    return is_of_leaf and _is_in(other.old, edit)


def _drops_term(edit: Edit, other: Edit) -> bool:
    """Then the number counts no plies, and the rounds do not matter."""
    return other.kind is SUM_DROPPED and other.old is edit.old


def _drops_condition_around(edit: Edit, other: Edit) -> bool:
    return other.kind is CONDITION_DROPPED and _is_in(edit.old, other)


INSTEAD_OF: Mapping[str, Callable[[Edit, Edit], bool]] = {
    FIRST_ONE.name: _begins_at_infinity,
    BOUND.name: _passes_the_better,
    TARGET.name: _takes_assignment_around,
    WHOLE_TARGET.name: _takes_assignment_around,
    SIGN_ADDED.name: _asks_for_other_player,
    BY_ROUND.name: _drops_term,
}
"""By the kind of an edit, whether another one may be the direct way to the same."""


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
