"""Calls another function, passes another window, and searches again with another."""

import ast
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import inf

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Edit, Put, copied, walk
from autograder.explain.repair.kinds import Kind
from autograder.explain.repair.nodes import (
    LOOPS,
    call,
    expression,
    fold,
    infinity,
    key_of,
    named,
    negative,
    parameters_of,
)
from autograder.explain.repair.operators.meanings import Meaning, of_callee
from autograder.explain.repair.scopes import Scope

Pair = tuple[Meaning, list[ast.expr]]
"""The meaning of a change of two neighbours, and the new nodes."""


# --- Two arguments at once ---

TURNS = (*LOOPS, ast.comprehension)
"""Nodes that go through children."""


def arguments(scope: Scope) -> Iterator[Edit]:
    """Change two numbers at once in a call of a search, or in a window."""
    for node in scope.all(ast.Tuple):
        if all(_is_of_window(scope, element) for element in node.elts):
            yield from _pairs(scope, node, node.elts)
    for search in scope.calls():
        yield from _pairs(scope, search, search.args)
        yield from _keywords_exchanged(scope, search)
        yield from _window_added(scope, search)


def _is_of_window(scope: Scope, node: ast.expr) -> bool:
    """Return whether a node is a bound that is read, or an end with another sign."""
    is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    is_negated_end = scope.is_end(getattr(node, "operand", node))
    return is_read and (is_negated_end or scope.is_bound(node))


def _pairs(
    scope: Scope, node: ast.Call | ast.Tuple, arguments: Sequence[ast.expr]
) -> Iterator[Edit]:
    """Change two neighbours at once: exchange or negate them, or pass the window."""
    for index, old in enumerate(pairwise(arguments)):
        if all(_is_passed(scope, node, argument) for argument in old):
            pairs = [*_turned(node, *old), *_windows(scope, node, *old)]
            for (kind, role, surcharge), new in pairs:
                yield _pair(scope, kind, node, index, new, role, surcharge)


def _is_passed(scope: Scope, call: ast.expr, node: ast.expr) -> bool:
    """Return whether an argument is a number, perhaps folded, or negated.

    It is none that is passed for anything but a window.
    """
    if isinstance(call, ast.Call) and not scope.passes_window(call, node):
        return False
    bare = node.operand if isinstance(node, ast.UnaryOp) else node
    return scope.is_number(bare) or bool(fold(bare))


def _turned(node: ast.AST, first: ast.expr, second: ast.expr) -> Iterator[Pair]:
    if key_of(first) == key_of(second):
        return
    opposites = [negative(first, node), negative(second, node)]
    if isinstance(first, ast.UnaryOp) and isinstance(second, ast.UnaryOp):
        yield Meaning(kinds.TURNED, "window", -0.1), [second, first]
    else:
        yield Meaning(kinds.EXCHANGED, "window"), [second, first]
    yield Meaning(kinds.NEGATED, "window"), opposites
    yield Meaning(kinds.TURNED, "window"), opposites[::-1]


def _windows(
    scope: Scope, node: ast.AST, first: ast.expr, second: ast.expr
) -> Iterator[Pair]:
    """Yield the function's own window and the opponent's, and both ends narrowed.

    The exchange of both numbers is left out: that kind says more than which window it
    is.
    """
    if not scope.window:
        return
    alpha, beta = scope.window
    passed = Meaning(kinds.WINDOW_PASSED, "window"), [alpha, beta]
    opponents = [negative(beta, node), negative(alpha, node)]
    as_it_is = [key_of(first), key_of(second)]
    for pair in (passed, (Meaning(kinds.TURNED, "window", 0.1), opponents)):
        if list(map(key_of, pair[1])) not in (as_it_is, as_it_is[::-1]):
            yield pair
    narrowed = Meaning(kinds.WINDOW_NARROWED, "window")
    if scope.constant(second) == inf and scope.constant(first) is None:
        yield narrowed, [call("max", alpha, first), beta]
    if scope.constant(first) == -inf and scope.constant(second) is None:
        yield narrowed, [alpha, call("min", beta, second)]


def _pair(
    scope: Scope,
    kind: Kind,
    node: ast.Call | ast.Tuple,
    first_index: int,
    new: list[ast.expr],
    role: str,
    surcharge: float = 0,
) -> Edit:
    field = "args" if isinstance(node, ast.Call) else "elts"
    puts = (
        Put(node, field, copied(end), first_index + offset)
        for offset, end in enumerate(new)
    )
    return scope.edit(kind, node, *puts, role=role, surcharge=surcharge)


def _keywords_exchanged(scope: Scope, search: ast.Call) -> Iterator[Edit]:
    passed = [word for word in search.keywords if _is_passed(scope, search, word.value)]
    for first, second in combinations(passed, 2):
        puts = (
            Put(first, "value", copied(second.value)),
            Put(second, "value", copied(first.value)),
        )
        yield scope.edit(kinds.EXCHANGED, search, *puts, role="window")


def _window_added(scope: Scope, search: ast.Call) -> Iterator[Edit]:
    """Pass both ends by their names, if neither is passed."""
    names = parameters_of(scope.functions[scope.own(search)][0])
    given = scope.passed_to(search).keys()
    ends = [
        end.id for end in scope.window if isinstance(end, ast.Name) and end.id in names
    ]
    if len(ends) == 2 and not given & set(ends):
        added = [ast.keyword(name, ast.Name(name, ast.Load())) for name in ends]
        put = Put(search, "keywords", [*search.keywords, *added])
        yield scope.edit(kinds.WINDOW_ADDED, search, put, role="window")


# --- Another function ---


def callees(scope: Scope) -> Iterator[Edit]:
    """Call, pass, or keep in a table, another function of the student's."""
    for node in scope.all(ast.Name, ast.Attribute):
        name = scope.other_names.get(named(node), named(node))
        if name not in scope.functions or not isinstance(node.ctx, ast.Load):
            continue
        kind, role, surcharge = of_callee(scope, node)
        for other in _others_like(scope, name, scope.parents[node][0]):
            yield scope.put(kind, node, _renamed(node, other), role, surcharge)


def with_one_less(scope: Scope) -> Iterator[Edit]:
    """Call another function that searches, without an argument it does not take."""
    for search in scope.calls():
        if search.keywords or not scope.leads_to_search(search):
            continue
        kind, role, surcharge = of_callee(scope, search.func)
        for other in _that_take_one_less(scope, search):
            callee = Put(search, "func", _renamed(search.func, other))
            for left_out in range(len(search.args)):
                rest = [*search.args[:left_out], *search.args[left_out + 1 :]]
                puts = callee, Put(search, "args", list(map(copied, rest)))
                yield scope.edit(
                    kind, search, *puts, role=role, surcharge=surcharge + 0.2
                )


def _that_take_one_less(scope: Scope, search: ast.Call) -> Iterator[str]:
    """Yield the functions that search and take one argument less than is passed.

    One without a loop only begins the search of another.
    """
    shorter = ast.Call(search.func, search.args[1:], [])
    for name, (definition, *_) in scope.functions.items():
        takes = _takes(definition, shorter) and not _takes(definition, search)
        has_loop = any(isinstance(node, TURNS) for node in walk(definition))
        if takes and has_loop and scope.is_searching(name):
            yield name


def _renamed(callee: ast.expr, name: str) -> ast.expr:
    """Return another function's name in the place of one, called as that is."""
    if isinstance(callee, ast.Attribute):
        return ast.Attribute(copied(callee.value), name, ast.Load())
    return ast.Name(name, ast.Load())


def _others_like(scope: Scope, name: str, owner: ast.AST) -> Iterator[str]:
    """Yield the functions with as many parameters, or with those of a call."""
    function = scope.functions[name][0]
    for other, (definition, *_) in scope.functions.items():
        is_alike = len(definition.args.args) == len(function.args.args)
        if not is_alike and isinstance(owner, ast.Call):
            is_alike = _takes(definition, owner) and not _takes(function, owner)
        if is_alike and other != name and not other.startswith("__"):
            yield other


def _takes(definition: ast.FunctionDef, call: ast.Call) -> bool:
    names = [parameter.arg for parameter in definition.args.args]
    most = len(names) - (names[:1] == ["self"])
    least = most - len(definition.args.defaults)
    return least <= len(call.args) + len(call.keywords) <= most


# --- A first window, and another search ---


def first_windows(scope: Scope) -> Iterator[Edit]:
    """Search around a guess first, and with the whole window if that fails."""
    if not isinstance(scope.root, ast.FunctionDef) or not scope.is_decision:
        return
    for search in scope.calls():
        ends = search.args[-2:]
        is_known = all(
            scope.is_number(end) and scope.constant(end) is None for end in ends
        )
        if len(ends) == 2 and is_known:
            whole_window, index = [infinity(-1), infinity(1)], len(search.args) - 2
            role = "first window"
            yield _pair(scope, kinds.WHOLE_WINDOW, search, index, whole_window, role)
    for node in scope.all(ast.Assign):
        if isinstance(node.value, ast.Call) and scope.own(node.value):
            yield from _searched_again(scope, node, node.value)
    names = [parameter.arg for parameter in scope.root.args.args]
    if len(names) > 2:
        yield from _around_the_guess(scope, *names[-2:])


def _around_the_guess(scope: Scope, guess: str, epsilon: str) -> Iterator[Edit]:
    low, high = (expression(f"{guess} {sign} {epsilon}") for sign in "-+")
    kind, role = kinds.AROUND_THE_GUESS, "first window"
    for node in scope.all(ast.Name):
        owner = scope.parents[node][0]
        if node.id == guess and isinstance(owner, (ast.Call, ast.Assign, ast.Tuple)):
            yield scope.put(kind, node, copied(low), role)
            yield scope.put(kind, node, copied(high), role)
    for window in scope.all(ast.Tuple):
        if [scope.constant(end) for end in window.elts] == [-inf, inf]:
            around = ast.Tuple([copied(low), copied(high)], ast.Load())
            yield scope.put(kind, window, around, role)


def _searched_again(scope: Scope, node: ast.Assign, search: ast.Call) -> Iterator[Edit]:
    """Search again if the value is no better than an end, or one of both only."""
    value, window = node.targets[0], search.args[-2:]
    is_unknown = any(
        scope.constant(end) is not None or isinstance(end, ast.Starred)
        for end in window
    )
    if not isinstance(value, ast.Name) or len(window) < 2 or is_unknown:
        return
    low, high = map(ast.unparse, window)
    again = [*search.args[:-2], infinity(-1), infinity(1)]
    whole = ast.unparse(ast.Call(search.func, again, []))
    fails = f"{value.id} <= ({low}) or {value.id} >= ({high})"
    line = f"if {fails}:\n    {value.id} = {whole}"
    body, index = scope.body_of(node)
    role = "first window"
    yield scope.add(kinds.SEARCH_ADDED, body, index + 1, line, role)
    for choice in scope.all(ast.If):
        match choice.test:
            case ast.Compare(left, comparators=[right, *_]) as test if key_of(
                value
            ) in (
                key_of(left),
                key_of(right),
            ):
                either = expression(fails)
                yield scope.put(kinds.OTHER_CONDITION, test, either, role, -0.5)
