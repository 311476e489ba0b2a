"""Changes that know nothing of alpha-beta: another value that a function has, one worked out from it, other arguments.

Most are tried after what students are known to write, and told where none of that mends the program. A number written
for another is what they do write: its kind, and so when it is tried, goes by where it stands.
"""

import ast
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import inf

from autograder.limits import MOST_ARGUMENTS_MOVED
from autograder.repair import kinds
from autograder.repair.edits import Dump, Edit, Put, copied, dumped, walk
from autograder.repair.operators.expressions import AT_EQUALS, role_of_test
from autograder.repair.program import count_steps
from autograder.repair.scopes import (
    FOLDS,
    ORDERS,
    PLACES,
    Scope,
    call,
    constant,
    each,
    fold,
    key,
    negative,
)

WORKED_OUT = (
    ast.IfExp,
    ast.UnaryOp,
    ast.BinOp,
    ast.Call,
    ast.Subscript,
    ast.BoolOp,
    ast.Attribute,
)
"""Expressions that are copied from one place of a function to another."""
OF_NUMBERS = {
    "compare": kinds.COMPARED,
    "fold": kinds.FOLDED,
    "call": kinds.ARGUMENT,
    "return": kinds.RESULT,
}
"""The kinds of change that put one number for another, by what it stands in."""
VALUES_OF = {
    "args": (ast.Call,),
    "slice": (ast.Subscript,),
    "value": (ast.keyword, ast.Return, ast.Assign, ast.AugAssign),
}
"""Fields of nodes that hold values; of the next ones all do."""
ALL_VALUES = (
    ast.Compare,
    ast.BinOp,
    ast.UnaryOp,
    ast.Tuple,
    ast.List,
    ast.IfExp,
    ast.Dict,
)


def changes(scope: Scope) -> Iterator[Edit]:
    """All of these changes; none where a power may be taken of what is put there, which could take for ever."""
    powers = [
        node
        for node in scope.all(ast.BinOp)
        if isinstance(node.op, (ast.Pow, ast.LShift))
    ]
    if isinstance(scope.root, ast.FunctionDef) and all(
        constant(power) is not None for power in powers
    ):
        for operator in (
            others,
            _from_it,
            _arguments_moved,
            _parameters_exchanged,
            _loops_for_tests,
            _both_ends,
        ):
            yield from operator(scope)


def conditions_of_others(found: Sequence[Scope]) -> Iterator[Edit]:
    """A condition that stands elsewhere in the program in the place of another."""
    tests = [
        (scope, node.test)
        for scope in found
        for node in scope.all(ast.If, ast.While, ast.IfExp)
    ]
    different = {dumped(test): test for _, test in tests}
    for scope, test in tests:
        here = dumped(test)
        for text, other in different.items():
            if text != here:
                yield scope.put(
                    kinds.OTHER_CONDITION,
                    test,
                    copied(other),
                    role_of_test(scope, test),
                )


def others(scope: Scope) -> Iterator[Edit]:
    """Another value that a function has, or works out elsewhere, in the place of one."""
    names = _values(scope)
    worked_out = {
        dumped(node): (node, set(walk(node)))
        for node in _uses(scope)
        if _is_copied(scope, node)
    }
    for node in _uses(scope):
        role, here = _role(scope, node), key(node)
        owner = scope.parents[node][0]
        is_number = scope.is_number(node) or bool(fold(node))
        beside = (
            [owner.left, *owner.comparators]
            if isinstance(owner, ast.Compare)
            else [node]
        )
        there = set(
            map(
                key,
                owner.args if isinstance(owner, ast.Call) and fold(owner) else beside,
            )
        )
        for text, name in (
            names.items()
            if is_number or isinstance(node, (*PLACES, ast.Constant))
            else ()
        ):
            if is_number and text in scope.numbers and text not in there:
                kind = OF_NUMBERS.get(_place(scope, owner), kinds.OTHER_VALUE)
                if (
                    kind is kinds.ARGUMENT
                    and scope.is_decision
                    and abs(constant(node) or 0) == inf
                ):
                    role = "root window"
                more = (
                    0.0
                    if kind is not kinds.OTHER_VALUE
                    else -0.5
                    if role == "result"
                    else -0.3
                )
                yield scope.put(kind, node, copied(name), role, more)
            elif text != here:
                yield scope.put(kinds.OTHER_VALUE, node, copied(name), role)
        inner = set(walk(node))
        for text, (other, of_other) in worked_out.items():
            if text != here and node not in of_other and other not in inner:
                yield scope.put(kinds.OTHER_VALUE, node, copied(other), role, 0.2)


def _place(scope: Scope, owner: ast.AST) -> str:
    """Where a value stands, by what holds it: "call" for a call of the student's own, "compare", "fold", "return"."""
    if isinstance(owner, (ast.keyword, ast.UnaryOp)):
        owner = scope.parents[owner][0]
    if isinstance(owner, ast.Compare) and isinstance(owner.ops[0], ORDERS):
        return "compare"
    return (
        "call"
        if scope.own(owner)
        else "fold"
        if fold(owner)
        else "return"
        if isinstance(owner, ast.Return)
        else ""
    )


def _from_it(scope: Scope) -> Iterator[Edit]:
    """What is worked out from a value in its place: its opposite, a product, a max or min of it and another."""
    given = [
        entry.operand
        for node in scope.calls()
        for entry in node.args
        if isinstance(entry, ast.UnaryOp)
    ]
    signs: dict[Dump, ast.expr] = {
        key(sign): sign for sign in given if isinstance(sign, ast.Name)
    }
    negates = any(
        isinstance(node, ast.UnaryOp) and constant(node) is None for node in scope.nodes
    )
    found = _values(scope).items()
    values = [
        value
        for text, value in found
        if text in scope.numbers or isinstance(value, ast.Subscript)
    ]
    for node in _uses(scope):
        role, here = _role(scope, node), key(node)
        if not isinstance(node, (*PLACES, ast.Call)) or constant(node) is not None:
            continue
        is_number = scope.is_number(node)
        likely = negates and (is_number or bool(scope.own(node)))
        yield scope.put(
            kinds.FROM_IT, node, negative(node, node), role, -0.5 if likely else 0
        )
        # A colour: 1 or -1.
        factors = [
            sign
            for text, sign in signs.items()
            if text != here and not scope.is_end(sign)
        ]
        # Children of a node in an array.
        if isinstance(getattr(scope.parents[node][0], "op", None), ast.Add):
            factors.append(ast.Constant(2))
        for factor in factors:
            yield scope.put(
                kinds.FROM_IT,
                node,
                ast.BinOp(copied(factor), ast.Mult(), copied(node)),
                role,
                0.1,
            )
        for number in (
            values if is_number or role in ("window", "update", "fold") else ()
        ):
            for name in FOLDS if key(number) != here else ():
                yield scope.put(
                    kinds.FROM_IT, node, call(name, number, node), role, 0.1
                )


def _arguments_moved(scope: Scope) -> Iterator[Edit]:
    for node in scope.calls():
        places = (
            list(range(len(node.args)))
            if len(node.args) <= MOST_ARGUMENTS_MOVED
            else []
        )
        orders = {tuple(places): None}
        for one, other in permutations(places, 2):
            rest = [place for place in places if place != one]
            moved = (*rest[:other], one, *rest[other:])
            orders[moved] = None
            orders[
                tuple({one: other, other: one}.get(place, place) for place in places)
            ] = None
        for order in list(orders)[1:]:
            new = [copied(node.args[place]) for place in order]
            yield scope.edit(
                kinds.ARGUMENTS_MOVED, node, Put(node, "args", new), role="window"
            )


def _parameters_exchanged(scope: Scope) -> Iterator[Edit]:
    ends = [end.id for end in scope.window if isinstance(end, ast.Name)]
    taken = [entry for entry in scope.all(ast.arg) if entry.arg in ends]
    if len(taken) == 2:
        puts = (
            Put(entry, "arg", other.arg)
            for entry, other in zip(taken, taken[::-1], strict=True)
        )
        yield scope.edit(kinds.EXCHANGED, taken[0], *puts, role="window")


def _loops_for_tests(scope: Scope) -> Iterator[Edit]:
    for node in scope.all(ast.If):
        if not node.orelse and scope.parents[node][2] is not None:
            loop = ast.While(copied(node.test), list(node.body), [])
            count_steps(loop)
            yield scope.put(kinds.AGAIN_AND_AGAIN, node, loop, "test")


def _both_ends(scope: Scope) -> Iterator[Edit]:
    """Both comparisons of `low <= v <= high` made strict, or loose."""
    for node in scope.all(ast.Compare):
        if len(node.ops) == 2 and all(type(order) in AT_EQUALS for order in node.ops):
            orders: list[ast.cmpop] = [AT_EQUALS[type(order)]() for order in node.ops]
            kind = (
                kinds.STRICTER
                if isinstance(orders[0], (ast.Lt, ast.Gt))
                else kinds.LOOSER
            )
            new = ast.Compare(
                copied(node.left), orders, [copied(side) for side in node.comparators]
            )
            yield scope.put(kind, node, new, role_of_test(scope, node))


def _values(scope: Scope) -> dict[Dump, ast.expr]:
    """What a function has: its numbers, both ends of a pair of them, and the names that it takes nothing out of."""
    found = dict(scope.numbers)
    for pair in (
        number for number in scope.numbers.values() if isinstance(number, ast.Subscript)
    ):
        for place in (0, 1) if constant(pair.slice) in (0, 1) else ():
            end = ast.Subscript(copied(pair.value), ast.Constant(place), ast.Load())
            found.setdefault(key(end), end)
    asked: list[ast.expr] = [
        node.value for node in scope.all(ast.Attribute, ast.Subscript)
    ]
    asked += [node.iter for node in scope.all(ast.For)]
    asked += [node.func for node in scope.all(ast.Call)]
    asked += [node.args[0] for node in scope.all(ast.Call) if len(node.args) == 1]
    without = {ast.unparse(node) for node in asked} | {"self", *FOLDS, *scope.functions}
    names = [node.id for node in scope.all(ast.Name)]
    if isinstance(scope.root, ast.FunctionDef):
        names += [
            entry.arg for entry in [*scope.root.args.args, *scope.root.args.kwonlyargs]
        ]
    for name in dict.fromkeys(names):
        if name not in without:
            found.setdefault(
                key(ast.Name(name, ast.Load())), ast.Name(name, ast.Load())
            )
    return found


def _uses(scope: Scope) -> Iterator[ast.expr]:
    for node in scope.all(ast.expr):
        owner, field, _ = scope.parents[node]
        is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if is_read and isinstance(owner, (*ALL_VALUES, *VALUES_OF.get(field, ()))):
            yield node


def _is_copied(scope: Scope, node: ast.expr) -> bool:
    """Whether it may stand elsewhere: it searches nothing, and has no products, whose digits could fill the memory."""
    sums = each(ast.BinOp, node)
    grows = any(
        not isinstance(entry.op, (ast.Add, ast.Sub)) or constant(entry.right) is None
        for entry in sums
    )
    return (
        isinstance(node, WORKED_OUT)
        and not grows
        and not any(map(scope.own, walk(node)))
    )


def _role(scope: Scope, value: ast.expr) -> str:
    node: ast.AST = value
    while not isinstance(node, ast.stmt):
        node = scope.parents[node][0]
        if scope.own(node):
            return "window"
        if isinstance(node, ast.Compare):
            return role_of_test(scope, node)
        if fold(node):
            return "update" if scope.sort(scope.statement(node)) == "update" else "fold"
    sort = scope.sort(node)
    return (
        sort if sort in ("update", "result") else "fold" if sort == "assignment" else ""
    )
