"""Changes where children are searched together or each for itself: one by one, each beside the best so far."""

import ast
from collections.abc import Iterator
from itertools import pairwise
from math import inf

from autograder.repair import kinds
from autograder.repair.edits import Add, Edit, Put, made, walk
from autograder.repair.operators.lines import WORST
from autograder.repair.operators.pairs import only_value, place_of_value
from autograder.repair.scopes import (
    DISPLAYS,
    FAR,
    Scope,
    at_line_of,
    constant,
    infinity,
    is_depth,
)

COLLECTED = (ast.ListComp, ast.GeneratorExp, ast.DictComp)


def together(scope: Scope) -> Iterator[Edit]:
    """`max(actions, key=…)` and `[… for action in actions]` as a loop that passes on the best value so far."""
    for node in scope.all(ast.expr):
        statement = scope.statement(node)
        owner, field, place = scope.parents[statement]
        for name, lines, line in _lines(scope, node) if place is not None else ():
            adds = [
                Add(owner, field, at_line_of(new, statement), statement)
                for new in ast.parse(lines).body
            ]
            put = scope.put(
                kinds.ONE_BY_ONE, node, ast.Name(name, ast.Load()), "root window"
            )
            yield put._replace(changes=(*adds, *put.changes), line=line)


def _lines(scope: Scope, node: ast.AST) -> Iterator[tuple[str, str, int]]:
    """What works out before a statement what a node in it is: the name, the lines, and where children are searched."""
    if isinstance(node, ast.Call):
        asked = [
            *node.args,
            *(keyword.value for keyword in node.keywords if keyword.arg == "key"),
        ]
        order, worst = (
            ("<", WORST["min"])
            if "min" in ast.unparse(node.func)
            else (">", WORST["max"])
        )
        for child, value in _worth(scope, asked[1]) if len(asked) == 2 else ():
            for found, line in beside(scope, value, "best_value"):
                loop = f"""
best_value, chosen = {worst}, None
for {child} in {ast.unparse(asked[0])}:
    found = {found}
    if chosen is None or found {order} best_value:
        best_value, chosen = found, {child}"""
                yield "chosen", loop, line
    elif (
        isinstance(node, COLLECTED)
        and len(node.generators) == 1
        and not node.generators[0].ifs
    ):
        over, value = (
            node.generators[0],
            node.value if isinstance(node, ast.DictComp) else node.elt,
        )
        begun, kept, so_far = "[]", "found.append({})", values_in("found", value, scope)
        if isinstance(node, ast.DictComp):
            begun, kept, so_far = (
                "{}",
                f"found[{ast.unparse(node.key)}] = {{}}",
                "found.values()",
            )
        for name, worst in WORST.items():
            for found, line in beside(
                scope, value, f"{name}({so_far}, default={worst})"
            ):
                loop = f"found = {begun}\nfor {ast.unparse(over.target)} in {ast.unparse(over.iter)}:"
                yield "found", f"{loop}\n    {kept.format(found)}", line


def values_in(name: str, entry: ast.expr, scope: Scope) -> str:
    """The values in a list, as text. entry: what is added to it, be it a value, or one with its action."""
    return (
        f"(one[{place_of_value(scope, entry)}] for one in {name})"
        if isinstance(entry, DISPLAYS)
        else name
    )


def _worth(scope: Scope, function: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """What a function is of one argument, be it a lambda or a name for one: its argument, and its value."""
    named = function.id if isinstance(function, ast.Name) else ""
    for node in [function] if not named else scope.all(ast.Assign, ast.FunctionDef):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == named:
            node = node.value
        if isinstance(node, ast.Lambda) and len(node.args.args) == 1:
            yield node.args.args[0].arg, node.body


def beside(scope: Scope, value: ast.expr, best: str) -> Iterator[tuple[str, int]]:
    """A value in which a search gets the best so far in its window; and its line."""
    for call, puts in _windows(scope, value, best):
        with made((scope.edit(kinds.ONE_BY_ONE, call, *puts),)):
            yield ast.unparse(value), call.lineno


def _windows(
    scope: Scope, within: ast.AST, best: str
) -> Iterator[tuple[ast.Call, tuple[Put, ...]]]:
    """The searches within a node, with the best so far as one end of the window, or beside infinity for both."""
    for call in walk(within):
        if not isinstance(call, ast.Call) or not scope.own(call):
            continue
        negated = any(
            isinstance(node, ast.UnaryOp) and node.operand is call
            for node in walk(within)
        )
        end = ast.parse(f"-{best}" if negated else best, mode="eval").body
        yield from (
            (call, (Put(call, "args", end, at),))
            for at, old in enumerate(call.args)
            if _is_end(scope, old)
        )
        yield from (
            (call, (Put(entry, "value", end),))
            for entry in call.keywords
            if _is_end(scope, entry.value)
        )
        for at, ends in enumerate(pairwise(call.args)):
            if {abs(constant(old) or 0) for old in ends} == {inf}:
                yield (
                    call,
                    (
                        Put(call, "args", end, at),
                        Put(call, "args", infinity(1), at + 1),
                    ),
                )


def _is_end(scope: Scope, argument: ast.expr) -> bool:
    """Whether an argument may be an end of a window: an infinity, or a number that is no depth."""
    value = constant(argument)
    return (
        scope.is_number(argument)
        and not is_depth(argument)
        and (value is None or abs(value) >= FAR)
    )


def bests_so_far(scope: Scope) -> Iterator[Edit]:
    """What is passed on as an infinity in a loop is the best value so far: once there is one, or of a list of them."""
    role = "root window" if scope.is_decision else "window"
    asked = [
        node.left
        for node in scope.all(ast.Compare)
        if isinstance(node.ops[0], (ast.Is, ast.IsNot))
        if isinstance(node.left, ast.Name)
        and getattr(node.comparators[0], "value", 0) is None
    ]
    once = [
        f"{{0}} if {name} is None else {name}"
        for name in dict.fromkeys(map(ast.unparse, asked))
    ]
    for loop in scope.all(ast.For):
        lists = list(_lists(scope, loop))
        for call in (
            node
            for node in walk(loop)
            if isinstance(node, ast.Call) and scope.own(node)
        ):
            for argument in [*call.args, *(entry.value for entry in call.keywords)]:
                value = constant(only_value(scope, argument))
                if value is not None and abs(value) == inf:
                    best = f"{'max' if value < 0 else 'min'}({{1}}, default={{0}})"
                    for text in [
                        *once,
                        *(best.format("{0}", values) for values in lists),
                    ]:
                        new = ast.parse(
                            text.format(ast.unparse(infinity(value))), mode="eval"
                        ).body
                        yield scope.put(kinds.BOUND, argument, new, role)


def _lists(scope: Scope, loop: ast.For) -> Iterator[str]:
    """The values so far in the lists that a loop fills, as text."""
    for node in walk(loop):
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "append"), [value]):
                yield values_in(name, value, scope)
            case ast.Assign([ast.Subscript(ast.Name(name), ast.Name(place))], value):
                yield values_in(f"{name}[:{place}]", value, scope)
