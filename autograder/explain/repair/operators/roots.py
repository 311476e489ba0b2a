"""Searches children one by one, each beside the best so far, for whoever moves."""

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import inf

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import (
    Add,
    Dump,
    Edit,
    Put,
    copied,
    dumped,
    made,
    walk,
)
from autograder.explain.repair.mirror import Exchanged, Turned
from autograder.explain.repair.nodes import (
    DISPLAYS,
    FAR,
    ORDERS,
    as_added,
    body_of,
    expression,
    fold,
    infinity,
    key_of,
    named,
    names_in,
    passed,
)
from autograder.explain.repair.operators.lines import WORST
from autograder.explain.repair.operators.pairs import index_of_value, only_value
from autograder.explain.repair.scopes import Scope

Written = tuple[str, str, int]
"""A name, the lines that set it, and the line in which children are searched."""


def together(scope: Scope) -> Iterator[Edit]:
    """Search one by one, and pass on the best value so far.

    For `max(actions, key=…)` and `[… for action in actions]` a loop is written.
    """
    for node in scope.all(ast.expr):
        statement = scope.statement(node)
        owner, field, list_index = scope.parents[statement]
        for name, lines, line in (
            _written(scope, node) if list_index is not None else ()
        ):
            adds = [
                Add(owner, field, as_added(new), statement)
                for new in ast.parse(lines).body
            ]
            value = ast.Name(name, ast.Load())
            put = scope.put(kinds.ONE_BY_ONE, node, value, "root window")
            yield put._replace(alterations=(*adds, *put.alterations), line=line)


def _written(scope: Scope, node: ast.expr) -> Iterator[Written]:
    """Yield lines that work out a value before the statement that holds it."""
    match node:
        case ast.Call(function, [over], [ast.keyword("key", worth)]):
            yield from _loop_for_best(scope, function, over, worth)
        case ast.Call(function, [over, worth], []):
            yield from _loop_for_best(scope, function, over, worth)
        case ast.DictComp(key, value, [turn]) if not turn.ifs:
            kept = f"found[{ast.unparse(key)}] = {{}}"
            yield from _loop_for_all(scope, value, turn, "{}", kept, "found.values()")
        case ast.ListComp(value, [turn]) | ast.GeneratorExp(value, [turn]) if (
            not turn.ifs
        ):
            so_far, kept = values_in("found", value, scope), "found.append({})"
            yield from _loop_for_all(scope, value, turn, "[]", kept, so_far)


def _loop_for_best(
    scope: Scope, function: ast.expr, over: ast.expr, worth: ast.expr
) -> Iterator[Written]:
    """Yield loops that choose the best of some children by their values."""
    is_min = "min" in ast.unparse(function)
    order, worst = ("<", WORST["min"]) if is_min else (">", WORST["max"])
    for child, before, value in _worth(scope, worth):
        for searched, line in beside(scope, value, "best_value"):
            loop = f"""
best_value, chosen = {worst}, None
for {child} in {ast.unparse(over)}:
    {before}
    found = {searched}
    if chosen is None or found {order} best_value:
        best_value, chosen = found, {child}"""
            yield "chosen", loop, line


def _loop_for_all(
    scope: Scope,
    value: ast.expr,
    turn: ast.comprehension,
    begun: str,
    kept: str,
    so_far: str,
) -> Iterator[Written]:
    """Yield loops that keep the value of each child. so_far: the values kept."""
    head = f"for {ast.unparse(turn.target)} in {ast.unparse(turn.iter)}:"
    for name, worst in WORST.items():
        best = f"{name}({so_far}, default={worst})"
        for searched, line in beside(scope, value, best):
            body = kept.format(searched)
            yield "found", f"found = {begun}\n{head}\n    {body}", line


def values_in(name: str, added: ast.expr, scope: Scope) -> str:
    """Return the values in a list, as text. added: an element, perhaps a pair."""
    if isinstance(added, DISPLAYS):
        return f"(one[{index_of_value(scope, added)}] for one in {name})"
    return name


def _worth(scope: Scope, function: ast.expr) -> Iterator[tuple[str, str, ast.expr]]:
    """Yield the name of a function's one argument, its lines, and its value.

    The function is a lambda, or a name for one, or defined in a few lines.
    """
    lambdas = [function]
    if isinstance(function, ast.Name):
        lambdas = [
            node.value
            for node in scope.all(ast.Assign)
            if ast.unparse(node.targets[0]) == function.id
        ]
    for node in lambdas:
        if isinstance(node, ast.Lambda) and len(node.args.args) == 1:
            yield node.args.args[0].arg, "pass", node.body
    yield from _worth_of_defined(scope, function)


def _worth_of_defined(
    scope: Scope, function: ast.expr
) -> Iterator[tuple[str, str, ast.expr]]:
    """Yield the same of a function that only sets variables, and returns a call."""
    for defined in scope.functions.get(named(function), ()):
        match defined.args.args, body_of(defined):
            case [parameter], [*lines, ast.Return(ast.Call() as value)]:
                if all(isinstance(line, ast.Assign) for line in lines):
                    before = "; ".join(map(ast.unparse, lines))
                    yield parameter.arg, before or "pass", value


def beside(scope: Scope, value: ast.expr, best: str) -> Iterator[tuple[str, int]]:
    """Yield a value whose search gets the best so far in its window; and its line."""
    for search in walk(value):
        if isinstance(search, ast.Call) and scope.own(search):
            end = expression(f"-{best}" if _is_negated(search, value) else best)
            for puts in _windows(scope, search, end):
                with made((scope.edit(kinds.ONE_BY_ONE, search, *puts),)):
                    yield ast.unparse(value), search.lineno


def _is_negated(search: ast.Call, within: ast.expr) -> bool:
    """Return whether a sign stands right before a search."""
    signs = (node for node in walk(within) if isinstance(node, ast.UnaryOp))
    return any(sign.operand is search for sign in signs)


def _windows(
    scope: Scope, search: ast.Call, end: ast.expr
) -> Iterator[tuple[Put, ...]]:
    """Yield the edits that put an end into a window, or beside infinity for both."""
    for at, old in enumerate(search.args):
        if _is_end(scope, old):
            yield (Put(search, "args", end, at),)
    for keyword in search.keywords:
        if _is_end(scope, keyword.value):
            yield (Put(keyword, "value", end),)
    for at, ends in enumerate(pairwise(search.args)):
        if {abs(scope.constant(old) or 0) for old in ends} == {inf}:
            yield (
                Put(search, "args", end, at),
                Put(search, "args", infinity(1), at + 1),
            )


def _is_end(scope: Scope, argument: ast.expr) -> bool:
    """Return whether an argument may be an end: an infinity, or no depth."""
    value = scope.constant(argument)
    is_bound = value is None or abs(value) >= FAR
    return scope.is_number(argument) and not scope.is_depth(argument) and is_bound


def bests_so_far(scope: Scope) -> Iterator[Edit]:
    """Pass on the best value so far, in a loop that passes on an infinity.

    It is that once there is one, or the best of a list.
    """
    role = "root window" if scope.is_decision else "window"
    once = [
        f"{{0}} if {name} is None else {name}" for name in _compared_with_none(scope)
    ]
    for loop in scope.all(ast.For):
        lists = list(_lists(scope, loop))
        for argument, value in _infinities(scope, loop):
            name = "max" if value < 0 else "min"
            bests = [f"{name}({values}, default={{0}})" for values in lists]
            for text in (*once, *bests):
                best = text.format(ast.unparse(infinity(value)))
                new = expression(best)
                yield scope.put(kinds.BOUND, argument, new, role)


def _compared_with_none(scope: Scope) -> list[str]:
    """Return the names that a scope compares with None, each once."""
    names: dict[str, None] = {}
    for node in scope.all(ast.Compare):
        match node:
            case ast.Compare(
                ast.Name(name), [ast.Is() | ast.IsNot()], [ast.Constant(None)]
            ):
                names[name] = None
    return list(names)


def _infinities(scope: Scope, loop: ast.For) -> Iterator[tuple[ast.expr, float]]:
    """Yield the infinities that searches in a loop get, be it by a name."""
    for search in walk(loop):
        if isinstance(search, ast.Call) and scope.own(search):
            for argument in passed(search):
                value = scope.constant(only_value(scope, argument))
                if value is not None and abs(value) == inf:
                    yield argument, value


def _lists(scope: Scope, loop: ast.For) -> Iterator[str]:
    """Yield the values so far in the lists that a loop fills, as text."""
    for node in walk(loop):
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "append"), [value]):
                yield values_in(name, value, scope)
            case ast.Assign([ast.Subscript(ast.Name(name), ast.Name(index))], value):
                yield values_in(f"{name}[:{index}]", value, scope)


def by_turn(scopes: Sequence[Scope]) -> Iterator[Edit]:
    """Have a root that chooses for MAX alone choose the other way round for MIN.

    One statement becomes a choice by a condition that the program has elsewhere.
    """
    decisions = [scope for scope in scopes if scope.is_decision]
    for scope in decisions:
        conditions = _conditions_on(scope, scopes)
        choosing = list(_choosing(scope)) if conditions else []
        for statement, condition in product(choosing, conditions):
            for_max, for_min = copied(statement), _turned(scope, statement)
            chosen = ast.If(copied(condition), [for_max], [for_min])
            yield scope.put(kinds.BY_TURN, statement, chosen, "turn")


def _conditions_on(scope: Scope, scopes: Sequence[Scope]) -> list[ast.expr]:
    """Return the conditions of a program on nothing but what a root is given.

    Some of them tells whose turn it is.
    """
    given = {parameter.arg for parameter in scope.all(ast.arg)}
    conditions: dict[Dump, ast.expr] = {}
    for other in scopes:
        for node in other.all(ast.If, ast.IfExp):
            names = names_in(node.test)
            if names and names <= given and not isinstance(node.test, ast.Call):
                conditions.setdefault(dumped(node.test), node.test)
    return list(conditions.values())


def _choosing(scope: Scope) -> Iterator[ast.stmt]:
    """Yield the statements of a root that keep the greatest or the least value.

    A search in it would go on for the other player.
    """
    for statement in scope.all(ast.Assign, ast.If, ast.Return):
        owner = scope.parents[statement]
        compared = statement.test if isinstance(statement, ast.If) else statement.value
        nodes = walk(compared) if compared is not None else ()
        is_choice = any(fold(node) or _is_ordered(node) for node in nodes)
        searches = any(map(scope.leads_to_search, walk(statement)))
        if is_choice and not searches and owner.list_index is not None:
            yield statement


def _is_ordered(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) and isinstance(node.ops[0], ORDERS)


def _turned(scope: Scope, statement: ast.stmt) -> ast.stmt:
    """Return a copy of a statement as for the other player."""
    ends = dict(zip(map(key_of, scope.window), scope.window[::-1], strict=True))
    turned: ast.stmt = Turned(scope.constant).visit(
        Exchanged(ends).visit(copied(statement))
    )
    return turned
