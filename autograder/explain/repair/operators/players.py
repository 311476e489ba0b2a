"""Writes one player's part as the other's: the other way round, or as it is there."""

import ast
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import permutations
from typing import NamedTuple

from autograder.core.limits import LEAST_ALIKE, MOST_PARTS
from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Dump, Edit, copied, dumped, walk
from autograder.explain.repair.mirror import Exchanged, Turned
from autograder.explain.repair.nodes import FAR, FOLDS, LOOPS, body_of, key_of, nodes_of
from autograder.explain.repair.operators.meanings import role_of_test
from autograder.explain.repair.scopes import Body, Scope

HEADS = ("test", "iter")
"""The fields of a condition or a loop before its body."""


class Side(NamedTuple):
    """The code for one player: a function, or one branch of a choice."""

    scope: Scope
    body: Body


def other_players_lines(all_scopes: Sequence[Scope]) -> Iterator[Edit]:
    """Put a line of the code for one player into that for the other.

    It stands in the place of a line there, or between two.
    """
    searching = [
        scope
        for scope in all_scopes
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
    for number, (source, goal) in enumerate(alike[:MOST_PARTS], 1):
        for is_turned, edit in _Written(source, goal).differences(
            source.body, goal.body
        ):
            is_in_one_file = source.scope.file == goal.scope.file
            yield edit._replace(
                mirror_group=number if is_turned else 0,
                twin=edit.twin if is_in_one_file else 0,
            )


def _sides(scope: Scope, node: ast.If) -> list[Side]:
    """Return the branches of a condition; without an `else`, the lines behind it."""
    if scope.parents[node][2] is None:
        return []
    around, index = scope.body_of(node)
    other = Body(node, "orelse", node.orelse)
    if not node.orelse:
        other = Body(around.owner, around.field, around.statements[index + 1 :])
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


def _matched(source: Body, goal: Body) -> SequenceMatcher[str]:
    first, second = (
        [type(line).__name__ for line in body.statements] for body in (source, goal)
    )
    return SequenceMatcher(None, first, second, autojunk=False)


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[tuple[str, str], object]) -> None:
        self._names = names

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        field, name = _name_of(node)
        if (field, repr(name)) in self._names:
            setattr(node, field, self._names[field, repr(name)])
        return node


class _Swapped(ast.NodeTransformer):
    """Exchanges the arguments, or elements of a tuple, for alpha and for beta.

    With their names exchanged, too, both are as before.
    """

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def visit_Call(self, node: ast.Call) -> ast.AST:
        ends = [
            index for index, argument in enumerate(node.args) if self._is_end(argument)
        ]
        if self._scope.own(node) and len(ends) == 2:
            first, second = ends
            node.args[first], node.args[second] = node.args[second], node.args[first]
        return self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        is_bound = self._scope.is_bound
        ends = [index for index, element in enumerate(node.elts) if is_bound(element)]
        if len(ends) == 2:
            first, second = ends
            node.elts[first], node.elts[second] = node.elts[second], node.elts[first]
        return self.generic_visit(node)

    def _is_end(self, argument: ast.expr) -> bool:
        far = abs(self._scope.constant(argument) or 0) >= FAR
        return far or self._scope.mentions_end(argument)


class _Written:
    """Writes lines of one side as they would be in another.

    Names become those that the other side has, and the deeds of one player are turned
    round.
    """

    def __init__(self, source: Side, goal: Side) -> None:
        first, second = _names_of(source), _names_of(goal)
        only_first = _by_sort(
            source.scope, [name for name in first if name not in second]
        )
        only_second = _by_sort(
            goal.scope, [name for name in second if name not in first]
        )
        renamed: dict[tuple[str, str], object] = {}
        for sort, names in only_first.items():
            for old, new in zip(names, only_second.get(sort, ()), strict=False):
                renamed[old] = second[new]
        self._renamed = _Renamed(renamed)
        self._swapped = _Swapped(source.scope)
        # Each is empty if names do not tell.
        ends, ends_of_goal = (
            list(map(key_of, source.scope.window)),
            goal.scope.window,
        )
        self._exchanged = Exchanged(dict(zip(ends, ends_of_goal[::-1], strict=False)))
        self._kept = Exchanged(dict(zip(ends, ends_of_goal, strict=False)))
        self._scope = goal.scope

    def _ways(self, node: ast.AST) -> dict[Dump, ast.AST]:
        """Return a node as it is in the other side, turned round and as it is.

        They are kept by their dumps.
        """
        plain = self._renamed.visit(copied(node))
        swapped = self._renamed.visit(self._swapped.visit(copied(node)))
        turned = Turned(self._scope.constant).visit(self._exchanged.visit(swapped))
        return {dumped(new): new for new in (turned, self._kept.visit(plain))}

    def differences(self, source: Body, goal: Body) -> Iterator[tuple[bool, Edit]]:
        """Yield the edits that make a body like another.

        Beside each stands whether it turns a line round.
        """
        for _, start, end, at, to in _matched(source, goal).get_opcodes():
            lines, old = source.statements[start:end], goal.statements[at:to]
            for line, statement in zip(lines, old, strict=False):
                yield from self._changed(line, statement)
            for line in lines[len(old) :] if goal.statements else ():
                for number, new in enumerate(
                    self._ways(line).values() if _is_short(line) else ()
                ):
                    assert isinstance(new, ast.stmt)
                    edit = self._scope.add(
                        kinds.ADDED_AS_THERE,
                        goal,
                        at + len(old),
                        new,
                        self._role(new),
                    )
                    yield not number, edit._replace(twin=line.lineno)

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

    def _put(
        self, new: ast.stmt | ast.expr, old: ast.AST
    ) -> Iterator[tuple[bool, Edit]]:
        ways = self._ways(new)
        turned = Turned(self._scope.constant).visit(copied(old))
        same = {dumped(Turned(self._scope.constant).visit(turned))}
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
                edit = self._scope.put(kind, old, way, role)
                yield not number, edit._replace(twin=new.lineno)

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


def _names_of(side: Side) -> dict[tuple[str, str], object]:
    """Return the names and constants of a side, in the order of its text."""
    nodes = [
        node
        for line in side.body.statements
        for node in walk(line)
        if not side.scope.is_end(node)
    ]
    far = {
        id(inner)
        for node in nodes
        if abs(side.scope.constant(node) or 0) >= FAR
        for inner in walk(node)
    }
    names = map(_name_of, (node for node in nodes if id(node) not in far))
    return {
        (field, repr(name)): name
        for field, name in names
        if field and name not in FOLDS
    }


def _by_sort(
    scope: Scope, names: Sequence[tuple[str, str]]
) -> dict[str, list[tuple[str, str]]]:
    """Sort names of a side that the other one lacks: a name may stand for its own sort.

    A function may stand for a function, and a variable of this function for one of
    that. A name that a side only reads holds in both.
    """
    functions = {repr(name) for name in scope.functions}
    names_set = {
        repr(node.id)
        for node in nodes_of(ast.Name, scope.root)
        if isinstance(node.ctx, ast.Store)
    }
    names_set |= {repr(node.arg) for node in nodes_of(ast.arg, scope.root)}
    sorts: dict[str, list[tuple[str, str]]] = {}
    for field, name in names:
        sort = field
        if field == "id":
            sort = "function" if name in functions else str(name in names_set)
        sorts.setdefault(sort, []).append((field, name))
    return sorts


def _name_of(node: ast.AST) -> tuple[str, object]:
    """Return a name, an attribute or a constant, with the name of its field.

    The field is "" for any other node.
    """
    field = {ast.Name: "id", ast.Attribute: "attr", ast.Constant: "value"}.get(
        type(node), ""
    )
    name = getattr(node, field, None)
    return ("", None) if name is None or isinstance(name, bool) else (field, name)
