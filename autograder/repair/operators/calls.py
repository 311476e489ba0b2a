"""Changes to what a search calls, with what window, and which position."""

import ast
from collections.abc import Iterator
from itertools import combinations
from math import inf

from autograder.repair import kinds
from autograder.repair.edits import Edit, Put, copied
from autograder.repair.kinds import Kind
from autograder.repair.scopes import (
    FOLDS,
    Scope,
    call,
    constant,
    fold,
    infinity,
    key,
    named,
    negative,
)


def arguments(scope: Scope) -> Iterator[Edit]:
    """Two numbers at once in a call of a function of the student's own, or in a window."""
    for node in scope.all(ast.Call, ast.Tuple):
        if isinstance(node, ast.Tuple):
            yield from (
                _pairs(scope, node)
                if all(_is_of_window(scope, entry) for entry in node.elts)
                else ()
            )
        elif isinstance(node, ast.Call) and scope.own(node):
            yield from _pairs(scope, node)
            for one, other in combinations(
                [entry for entry in node.keywords if _passed(scope, entry.value)], 2
            ):
                puts = (
                    Put(one, "value", copied(other.value)),
                    Put(other, "value", copied(one.value)),
                )
                yield scope.edit(kinds.EXCHANGED, node, *puts, role="window")
            yield from _window_added(scope, node)


def _is_of_window(scope: Scope, node: ast.expr) -> bool:
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load) and scope.is_end(
        getattr(node, "operand", node)
    )


def _pairs(scope: Scope, node: ast.Call | ast.Tuple) -> Iterator[Edit]:
    """Two neighbours at once: exchanged, negated, or the window in their place; their own bounds within the window."""
    window = [copied(end) for end in scope.window]
    opponents = [negative(end, node) for end in reversed(window)]
    entries = node.args if isinstance(node, ast.Call) else node.elts
    for place in range(len(entries) - 1):
        old = entries[place : place + 2]
        if not all(_passed(scope, entry) for entry in old):
            continue
        if key(old[0]) != key(old[1]):
            both = all(isinstance(entry, ast.UnaryOp) for entry in old)
            yield _pair(
                scope,
                kinds.TURNED if both else kinds.EXCHANGED,
                node,
                place,
                old[::-1],
                -0.1 if both else 0,
            )
            yield _pair(
                scope,
                kinds.NEGATED,
                node,
                place,
                [negative(entry, node) for entry in old],
            )
            yield _pair(
                scope,
                kinds.TURNED,
                node,
                place,
                [negative(entry, node) for entry in reversed(old)],
            )
        for kind, new, more in (
            (kinds.WINDOW_PASSED, window, 0.0),
            (kinds.TURNED, opponents, 0.1),
        ):
            if new and list(map(key, new)) != list(map(key, old)):
                yield _pair(scope, kind, node, place, new, more)
        # Alpha and beta in place of what its bound stands beside.
        for at, name in enumerate(FOLDS if window else ()):
            if constant(old[1 - at]) == (inf, -inf)[at] and constant(old[at]) is None:
                new = [
                    call(name, end, old[at]) if end is window[at] else end
                    for end in window
                ]
                yield _pair(scope, kinds.WINDOW_NARROWED, node, place, new)


def _pair(
    scope: Scope,
    kind: Kind,
    node: ast.Call | ast.Tuple,
    at: int,
    new: list[ast.expr],
    more: float = 0,
) -> Edit:
    """Two neighbouring arguments of a call, or parts of a window, changed at once."""
    field = "args" if isinstance(node, ast.Call) else "elts"
    puts = (Put(node, field, copied(end), at + place) for place, end in enumerate(new))
    return scope.edit(
        kind,
        node,
        *puts,
        role="first window" if kind is kinds.WHOLE_WINDOW else "window",
        more=more,
    )


def _window_added(scope: Scope, node: ast.Call) -> Iterator[Edit]:
    """Both ends passed by their names, where neither is."""
    names = [entry.arg for entry in scope.functions[scope.own(node)][0].args.args]
    if isinstance(node.func, ast.Attribute) and names[:1] == ["self"]:
        names = names[1:]
    given = {*names[: len(node.args)], *(keyword.arg for keyword in node.keywords)}
    ends = [
        end.id for end in scope.window if isinstance(end, ast.Name) and end.id in names
    ]
    if len(ends) == 2 and not given & set(ends):
        new = [ast.keyword(name, ast.Name(name, ast.Load())) for name in ends]
        yield scope.edit(
            kinds.WINDOW_ADDED,
            node,
            Put(node, "keywords", [*node.keywords, *new]),
            role="window",
        )


def _passed(scope: Scope, node: ast.expr) -> bool:
    """Whether an argument is a number, perhaps folded on its way, or negated."""
    bare = node.operand if isinstance(node, ast.UnaryOp) else node
    return scope.is_number(bare) or bool(fold(bare))


def callees(scope: Scope) -> Iterator[Edit]:
    """Another function of the student's, where one is called, passed on, or kept in a table."""
    parameters = (
        {entry.arg for entry in scope.root.args.args}
        if isinstance(scope.root, ast.FunctionDef)
        else set()
    )
    for node in scope.all(ast.Name, ast.Attribute):
        name = scope.other_names.get(named(node), named(node))
        if name not in scope.functions or not isinstance(node.ctx, ast.Load):
            continue
        here, (owner, field, _) = scope.functions[name][0], scope.parents[node]
        asked = owner if field == "func" and isinstance(owner, ast.Call) else None
        # Who passes on what it got searches no child.
        first = asked.args[:1] if asked is not None else []
        role = (
            ""
            if any(
                isinstance(entry, ast.Name) and entry.id in parameters
                for entry in first
            )
            else "recursion"
        )
        for other, (definition, *_) in scope.functions.items():
            is_alike = len(definition.args.args) == len(here.args.args)
            fits = is_alike or (
                asked is not None
                and _takes(definition, asked)
                and not _takes(here, asked)
            )
            if other == name or not fits or other.startswith("__"):
                continue
            new: ast.expr = ast.Name(other, ast.Load())
            if isinstance(node, ast.Attribute):
                new = ast.Attribute(copied(node.value), other, ast.Load())
            yield scope.put(
                kinds.CALLEE, node, new, role, 0 if asked is not None else 0.2
            )


def _takes(definition: ast.FunctionDef, call: ast.Call) -> bool:
    names = [entry.arg for entry in definition.args.args]
    most = len(names) - (names[:1] == ["self"])
    return (
        most - len(definition.args.defaults)
        <= len(call.args) + len(call.keywords)
        <= most
    )


def first_windows(scope: Scope) -> Iterator[Edit]:
    """A first window around the guess, and another search with the whole one where the first fails."""
    if not isinstance(scope.root, ast.FunctionDef) or not scope.is_decision:
        return
    for node in scope.all(ast.Call, ast.Assign, ast.Tuple):
        if isinstance(node, ast.Call) and scope.own(node) and len(node.args) > 1:
            ends = node.args[-2:]
            if all(scope.is_number(end) and constant(end) is None for end in ends):
                whole = [infinity(-1), infinity(1)]
                yield _pair(scope, kinds.WHOLE_WINDOW, node, len(node.args) - 2, whole)
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and scope.own(node.value)
        ):
            yield from _searched_again(scope, node, node.value)
        names = [entry.arg for entry in scope.root.args.args]
        values = (
            [node.value]
            if isinstance(node, ast.Assign)
            else list(ast.iter_child_nodes(node))
        )
        for value in values if len(names) > 2 else ():
            for sign in "-+" if ast.unparse(value) == names[-2] else "":
                new = ast.parse(f"{names[-2]} {sign} {names[-1]}", mode="eval").body
                yield scope.put(kinds.AROUND_THE_GUESS, value, new, "first window")
        if (
            isinstance(node, ast.Tuple)
            and [constant(end) for end in node.elts] == [-inf, inf]
            and len(names) > 2
        ):
            guess, epsilon = (ast.Name(name, ast.Load()) for name in names[-2:])
            around: list[ast.expr] = [
                ast.BinOp(guess, sign, epsilon) for sign in (ast.Sub(), ast.Add())
            ]
            yield scope.put(
                kinds.AROUND_THE_GUESS,
                node,
                ast.Tuple(around, ast.Load()),
                "first window",
            )


def _searched_again(
    scope: Scope, found: ast.Assign, search: ast.Call
) -> Iterator[Edit]:
    """Another search below the window or above it, where there is none, or one in one of the two cases."""
    value, window = found.targets[0], search.args[-2:]
    no_ends = (
        constant(end) is not None or isinstance(end, ast.Starred) for end in window
    )
    if not isinstance(value, ast.Name) or len(window) < 2 or any(no_ends):
        return
    low, high = map(ast.unparse, window)
    whole = ast.unparse(
        ast.Call(search.func, [*search.args[:-2], infinity(-1), infinity(1)], [])
    )
    body, place = scope.body_of(found)
    fails = f"{value.id} <= ({low}) or {value.id} >= ({high})"
    yield scope.add(
        kinds.SEARCH_ADDED,
        body,
        place + 1,
        f"if {fails}:\n    {value.id} = {whole}",
        "first window",
    )
    for test in (
        node.test for node in scope.all(ast.If) if isinstance(node.test, ast.Compare)
    ):
        if key(value) in (key(test.left), key(test.comparators[0])):
            yield scope.put(
                kinds.OTHER_CONDITION,
                test,
                ast.parse(fails, mode="eval").body,
                "first window",
                -0.5,
            )
