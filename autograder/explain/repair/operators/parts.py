"""Write one player's part as the other's is: the other way round, or as it is there."""

import ast
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import permutations
from typing import NamedTuple

from autograder.core.limits import LEAST_ALIKE, MOST_PARTS
from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Dump, Edit, copied, dumped, walk
from autograder.explain.repair.mirror import Exchanged, Turned
from autograder.explain.repair.operators.meanings import role_of_test
from autograder.explain.repair.scopes import (
    FAR,
    FOLDS,
    LOOPS,
    Body,
    Scope,
    body_of,
    constant,
    each,
    key,
)

HEADS = ("test", "iter")
"""What stands before the body of a condition or a loop."""


class Side(NamedTuple):
    """What is done for one player: a function, or one side of a choice."""

    scope: Scope
    body: Body


def parts(found: Sequence[Scope]) -> Iterator[Edit]:
    """Put a line of the part for one player into that for the other.

    It stands in the place of one there, or between two.
    """
    searching = [
        scope
        for scope in found
        if isinstance(scope.root, ast.FunctionDef) and scope.searches(scope.root)
    ]
    pairs = list(
        permutations(
            (
                Side(scope, Body(scope.root, "body", body_of(scope.root)))
                for scope in searching
            ),
            2,
        )
    )
    for scope in searching:
        pairs += [
            pair
            for node in scope.all(ast.If)
            for pair in permutations(_sides(scope, node), 2)
        ]
    alike = [
        pair
        for pair in pairs
        if _matched(pair[0].body, pair[1].body).ratio() >= LEAST_ALIKE
    ]
    for number, (one, other) in enumerate(alike[:MOST_PARTS], 1):
        for is_turned, edit in _Written(one, other).differences(one.body, other.body):
            yield edit._replace(part=number if is_turned else 0)


def _sides(scope: Scope, node: ast.If) -> list[Side]:
    """Return what is done under a condition, and else: in its `else`, or behind it."""
    if scope.parents[node][2] is None:
        return []
    around, place = scope.body_of(node)
    other = Body(node, "orelse", node.orelse)
    if not node.orelse:
        other = Body(around.owner, around.field, around.statements[place + 1 :])
    first = next(iter(other.statements), None)
    if (
        isinstance(first, ast.If)
        and scope.searches(first)
        and not any(map(scope.searches, other.statements[1:]))
    ):
        # Under a condition that it is the other player.
        other = Body(first, "body", body_of(first))
    sides = [Side(scope, Body(node, "body", body_of(node))), Side(scope, other)]
    return (
        sides
        if all(any(map(scope.searches, side.body.statements)) for side in sides)
        else []
    )


def _matched(one: Body, other: Body) -> SequenceMatcher[str]:
    first, second = (
        [type(line).__name__ for line in body.statements] for body in (one, other)
    )
    return SequenceMatcher(None, first, second, autojunk=False)


class _Renamed(ast.NodeTransformer):
    def __init__(self, words: dict[tuple[str, str], object]) -> None:
        self._words = words

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        field, word = _word(node)
        if (field, repr(word)) in self._words:
            setattr(node, field, self._words[field, repr(word)])
        return node


class _Swapped(ast.NodeTransformer):
    """Exchanges what is passed, or kept in a tuple, for alpha and for beta.

    With their names exchanged, too, both stand where they were.
    """

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def visit_Call(self, node: ast.Call) -> ast.AST:
        ends = [
            place for place, argument in enumerate(node.args) if self._is_end(argument)
        ]
        if self._scope.own(node) and len(ends) == 2:
            first, second = ends
            node.args[first], node.args[second] = node.args[second], node.args[first]
        return self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        is_bound = self._scope.is_bound
        ends = [place for place, entry in enumerate(node.elts) if is_bound(entry)]
        if len(ends) == 2:
            first, second = ends
            node.elts[first], node.elts[second] = node.elts[second], node.elts[first]
        return self.generic_visit(node)

    def _is_end(self, argument: ast.expr) -> bool:
        far = abs(constant(argument) or 0) >= FAR
        return far or self._scope.mentions_end(argument)


class _Written:
    """How lines of one part are written in another.

    Names become what that calls them, and what one player does is turned round.
    """

    def __init__(self, one: Side, other: Side) -> None:
        first, second = _words(one), _words(other)
        only_first = _by_sort(one.scope, [word for word in first if word not in second])
        only_second = _by_sort(
            other.scope, [word for word in second if word not in first]
        )
        renamed: dict[tuple[str, str], object] = {}
        for sort, words in only_first.items():
            for old, new in zip(words, only_second.get(sort, ()), strict=False):
                renamed[old] = second[new]
        self._renamed = _Renamed(renamed)
        self._swapped = _Swapped(one.scope)
        # Each empty where names do not tell.
        here, there = (
            list(map(key, one.scope.window)),
            other.scope.window,
        )
        self._exchanged = Exchanged(dict(zip(here, there[::-1], strict=False)))
        self._kept = Exchanged(dict(zip(here, there, strict=False)))
        self._scope = other.scope

    def _ways(self, node: ast.AST) -> dict[Dump, ast.AST]:
        """Return what a node becomes in the other part, turned round and as it is.

        Each stands by what tells these apart.
        """
        plain = self._renamed.visit(copied(node))
        swapped = self._renamed.visit(self._swapped.visit(copied(node)))
        turned = Turned(all_of_it=True).visit(self._exchanged.visit(swapped))
        return {dumped(new): new for new in (turned, self._kept.visit(plain))}

    def differences(self, one: Body, other: Body) -> Iterator[tuple[bool, Edit]]:
        """Yield the changes that make a body the like of another.

        With each stands whether it turns a line round.
        """
        for _, start, end, at, to in _matched(one, other).get_opcodes():
            lines, old = one.statements[start:end], other.statements[at:to]
            for line, statement in zip(lines, old, strict=False):
                yield from self._changed(line, statement)
            for line in lines[len(old) :] if other.statements else ():
                for number, new in enumerate(
                    self._ways(line).values() if _is_short(line) else ()
                ):
                    assert isinstance(new, ast.stmt)
                    role = self._role(new)
                    yield (
                        not number,
                        self._scope.add(
                            kinds.ADDED_AS_THERE, other, at + len(old), new, role
                        ),
                    )

    def _changed(
        self, line: ast.stmt, statement: ast.stmt
    ) -> Iterator[tuple[bool, Edit]]:
        if isinstance(line, (*LOOPS, ast.If)) and type(line) is type(statement):
            for head in HEADS:
                if hasattr(line, head):
                    yield from self._put(getattr(line, head), getattr(statement, head))
            for field in ("body", "orelse"):
                bodies = (
                    Body(node, field, body_of(node, field))
                    for node in (line, statement)
                )
                yield from self.differences(*bodies)
        elif _is_short(line):
            yield from self._put(line, statement)

    def _put(self, new: ast.AST, old: ast.AST) -> Iterator[tuple[bool, Edit]]:
        ways = self._ways(new)
        same = {
            dumped(
                Turned(all_of_it=True).visit(Turned(all_of_it=True).visit(copied(old)))
            )
        }
        if not same & set(ways):
            role = (
                self._role(old)
                if isinstance(old, ast.stmt)
                else role_of_test(self._scope, old)
            )
            for number, way in enumerate(ways.values()):
                kind = kinds.AS_THE_OTHER
                if _makes_a_pair(old, way):
                    kind = kinds.PAIR_MADE
                yield not number, self._scope.put(kind, old, way, role)

    def _role(self, statement: ast.stmt) -> str:
        if self._scope.searches(statement):
            return "window"
        sort = self._scope.sort(statement)
        return "fold" if sort == "assignment" else sort


def _makes_a_pair(old: ast.AST, new: ast.AST) -> bool:
    """Return whether a value alone is returned, and a value with its move would be."""
    match old, new:
        case ast.Return(value), ast.Return(ast.Tuple()):
            return not isinstance(value, ast.Tuple)
    return False


def _is_short(line: ast.stmt) -> bool:
    return not any(isinstance(node, (*LOOPS, ast.FunctionDef)) for node in walk(line))


def _words(part: Side) -> dict[tuple[str, str], object]:
    """Return the names and constants of a part, in the order in which they come."""
    nodes = [
        node
        for line in part.body.statements
        for node in walk(line)
        if not part.scope.is_end(node)
    ]
    far = {
        id(inner)
        for node in nodes
        if abs(constant(node) or 0) >= FAR
        for inner in walk(node)
    }
    words = map(_word, (node for node in nodes if id(node) not in far))
    return {
        (field, repr(word)): word
        for field, word in words
        if field and word not in FOLDS
    }


def _by_sort(
    scope: Scope, words: Sequence[tuple[str, str]]
) -> dict[str, list[tuple[str, str]]]:
    """Sort words of a part that the other one lacks by what may stand for what there.

    A function may for a function, and a variable of this function's for one of that
    one's. What a part only reads has a name that holds in both.
    """
    names = {repr(name) for name in scope.functions}
    set_here = {
        repr(node.id)
        for node in each(ast.Name, scope.root)
        if isinstance(node.ctx, ast.Store)
    }
    set_here |= {repr(node.arg) for node in each(ast.arg, scope.root)}
    sorts: dict[str, list[tuple[str, str]]] = {}
    for field, word in words:
        sort = field
        if field == "id":
            sort = "function" if word in names else str(word in set_here)
        sorts.setdefault(sort, []).append((field, word))
    return sorts


def _word(node: ast.AST) -> tuple[str, object]:
    """Return a name, an attribute or a constant, with the field in which it stands.

    The field is "" for any other node.
    """
    field = {ast.Name: "id", ast.Attribute: "attr", ast.Constant: "value"}.get(
        type(node), ""
    )
    word = getattr(node, field, None)
    return ("", None) if word is None or isinstance(word, bool) else (field, word)
