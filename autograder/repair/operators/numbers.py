"""Changes to numbers: constants, signs, sums, and which value of a state is asked for."""

import ast
from collections.abc import Iterator
from math import inf

from autograder.repair import kinds
from autograder.repair.edits import Edit, copied, dumped
from autograder.repair.scopes import (
    FAR,
    ORDERS,
    Scope,
    constant,
    infinity,
    is_depth,
    key,
)

TEN = 10
"""And from here on where a value starts with it."""
NEAR = 1e-200
"""And so is what is this close to 0: who writes sys.float_info.min means the least number."""


def signs(scope: Scope) -> Iterator[Edit]:
    """A sign dropped or added: at what a recursion returns, at numbers passed to it, at a leaf."""
    for node in scope.all(ast.UnaryOp, ast.Call, ast.BinOp):
        if isinstance(node, ast.UnaryOp):
            if isinstance(node.op, ast.USub) and constant(node) is None:
                role = (
                    "recursion"
                    if scope.own(node.operand)
                    else _role_of_look(scope, node.operand) or "window"
                )
                yield scope.put(kinds.SIGN_DROPPED, node, copied(node.operand), role)
        elif isinstance(node, ast.BinOp):
            for look in (
                side
                for side in (node.left, node.right)
                if isinstance(node.op, ast.Mult) and looks(side)
            ):
                yield scope.put(kinds.SIGN_DROPPED, node, copied(look), "leaf", -0.2)
        elif (scope.own(node) or looks(node)) and not isinstance(
            scope.parents[node][0], (ast.UnaryOp, ast.Expr)
        ):
            negative = ast.UnaryOp(ast.USub(), copied(node))
            role, more = (
                ("recursion", 0.0)
                if scope.own(node)
                else (_role_of_look(scope, node), 0.5)
            )
            yield scope.put(kinds.SIGN_ADDED, node, negative, role, more)


def _role_of_look(scope: Scope, node: ast.AST) -> str:
    """ "leaf" where a value of a leaf is the player's to move, and so may have the wrong sign; elsewhere ""."""
    negated = (entry.operand for entry in scope.all(ast.UnaryOp))
    return "leaf" if looks(node) and any(map(scope.own, negated)) else ""


def looks(node: ast.AST) -> bool:
    """Whether a node asks a state for a value."""
    asked = node.func if isinstance(node, ast.Call) else None
    return isinstance(asked, ast.Attribute) and asked.attr in ("utility", "evaluate")


def values_asked(scope: Scope) -> Iterator[Edit]:
    """`evaluate` for `utility`, and the other way round."""
    for node in scope.all(ast.Call):
        if looks(node) and isinstance(node.func, ast.Attribute):
            other = "evaluate" if node.func.attr == "utility" else "utility"
            yield scope.put(
                kinds.LEAF,
                node.func,
                ast.Attribute(node.func.value, other, ast.Load()),
                "leaf",
            )


def constants(scope: Scope) -> Iterator[Edit]:
    """Another constant: an infinity for a number or for the other infinity, a bound, or the next number."""
    for node in scope.nodes:
        value = constant(node)
        owner = scope.parents[node][0]
        if (
            value is None
            or constant(owner) is not None
            or isinstance(owner, (ast.Subscript, ast.keyword))
        ):
            continue
        if isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        role = _role(scope, node)
        if abs(value) == inf:
            yield scope.put(kinds.OTHER_INFINITY, node, infinity(-value), role)
            for number in scope.numbers.values() if role != "window" else ():
                yield scope.put(kinds.BOUND, node, copied(number), role, 0.4)
        else:
            yield from _finite(scope, node, value, role)


def _role(scope: Scope, node: ast.AST) -> str:
    """Where a constant stands: what a value starts with, a window passed on, or somewhere else."""
    owner = scope.parents[node][0]
    if scope.own(owner):
        return "window"
    statement = scope.statement(node)
    if isinstance(owner, ast.arguments):
        return "count" if _is_counted(scope, owner, node) else "initial"
    if isinstance(statement, ast.Assign) and key(statement.targets[0]) in scope.counts:
        return "count"
    within = isinstance(statement, (ast.Assign, ast.AnnAssign)) and not isinstance(
        owner, (ast.Compare, ast.BinOp)
    )
    return "initial" if within or isinstance(owner, ast.IfExp) else "number"


def _is_counted(scope: Scope, arguments: ast.arguments, default: ast.AST) -> bool:
    """Whether a function adds to the argument with a default, or takes from it, as it does with a depth."""
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = zip(
        positional[len(positional) - len(arguments.defaults) :],
        arguments.defaults,
        strict=True,
    )
    given = [*defaults, *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    names = {argument.arg for argument, value in given if value is default}
    sums = (
        node for node in scope.all(ast.BinOp) if isinstance(node.op, (ast.Add, ast.Sub))
    )
    return any(
        isinstance(entry.left, ast.Name) and entry.left.id in names for entry in sums
    )


def _finite(scope: Scope, node: ast.AST, value: float, role: str) -> Iterator[Edit]:
    far, begins = (
        abs(value) >= FAR or 0 < abs(value) < NEAR,
        role in ("initial", "window"),
    )
    if far or value in (0, 1, -1) or begins:
        for place, sign in enumerate((1, -1) if value >= 0 else (-1, 1)):
            kind = kinds.FAR if far or abs(value) >= TEN else kinds.INFINITY
            more = 0 if far else 0.3 if kind is kinds.FAR else 0 if begins else 1.0
            yield scope.put(
                kind,
                node,
                infinity(sign),
                role,
                more + place * (0.02 if value == 0 else 0.4),
            )
        for test in _turns(scope) if role == "initial" else ():
            for sign in (-1, 1):
                new = ast.IfExp(copied(test), infinity(sign), infinity(-sign))
                yield scope.put(kinds.INFINITY_BY_TURN, node, new, role)
    if not far:
        if role == "number" and isinstance(
            scope.parents[node][0], (ast.BinOp, ast.Compare)
        ):
            role = "horizon"
        is_term = isinstance(
            getattr(scope.parents[node][0], "op", None), (ast.Add, ast.Sub)
        )
        # A term that is 0 is taken away.
        for shift in (1, -1) if value != 1 or not is_term else (1,):
            yield scope.put(
                kinds.NEXT_NUMBER, node, ast.Constant(int(value) + shift), role
            )


def _turns(scope: Scope) -> list[ast.expr]:
    """The conditions in a scope that may say whose turn it is."""
    tests = {dumped(node.test): node.test for node in scope.all(ast.If, ast.IfExp)}
    numbers = [
        test
        for test in tests.values()
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], ORDERS)
    ]
    return [
        test
        for test in tests.values()
        if not isinstance(test, ast.Call) and test not in numbers
    ][:2]


def arithmetic(scope: Scope) -> Iterator[Edit]:
    """A sum without its second term, with the other sign, or where there was none: depth for depth - 1."""
    for node in scope.all(ast.BinOp, ast.Call):
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            yield scope.put(kinds.SUM_DROPPED, node, copied(node.left), "horizon")
        elif isinstance(node, ast.Call) and scope.own(node):
            for argument in filter(
                is_depth, [*node.args, *(keyword.value for keyword in node.keywords)]
            ):
                yield from _counted(scope, argument)
    for assigned in scope.all(ast.Assign):
        value = assigned.value
        for entry in filter(
            is_depth, value.elts if isinstance(value, ast.Tuple) else [value]
        ):
            yield from _counted(scope, entry)


def _counted(scope: Scope, depth: ast.expr) -> Iterator[Edit]:
    for place, sign in enumerate((ast.Sub(), ast.Add())):
        new = ast.BinOp(copied(depth), sign, ast.Constant(1))
        yield scope.put(kinds.SUM_ADDED, depth, new, "horizon", place / 10)
