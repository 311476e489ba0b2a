"""Changes to what a search calls, with what, in which order, and on whose turn."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations
from math import inf

from autograder.mistakes.edits import Change, Edit, Put, Take
from autograder.mistakes.operators.windows import is_decision
from autograder.mistakes.scopes import FOLDS, Scope, call, constant, fold, key, negative

WRAPPERS = ("abs", "int", "round", "list", "tuple", "set", "float")
"""What a student may have put around a value or a list, and should not have."""


def arguments(scope: Scope) -> Iterator[Edit]:
    """Another number passed in a call of a function of the student's own."""
    for node in scope.nodes:
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):  # what is to be searched is handed on
            for argument in node.value.elts:
                yield from _other_arguments(scope, argument)
        if not isinstance(node, ast.Call) or not scope.own(node):
            continue
        for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
            yield from _other_arguments(scope, argument)
        for place in range(len(node.args) - 1):
            first, second = node.args[place : place + 2]
            if _passed(scope, first) and _passed(scope, second) and key(first) != key(second):
                plain = [Put(node, "args", deepcopy(new), place + k) for k, new in enumerate((second, first))]
                both = isinstance(first, ast.UnaryOp) and isinstance(second, ast.UnaryOp)
                what = "exchanged, negated" if both else "exchanged"
                yield scope.edit("argument", what, 1.4, node, *plain, role="window")
                same = [Put(node, "args", negative(new, node), place + k) for k, new in enumerate((first, second))]
                yield scope.edit("argument", "negated", 1.5, node, *same, role="window")
                turned = [Put(node, "args", negative(new, node), place + k) for k, new in enumerate((second, first))]
                yield scope.edit("argument", "negated and exchanged", 1.5, node, *turned, role="window")
        yield from _keywords_exchanged(scope, node)
        yield from _window_passed(scope, node)


def _keywords_exchanged(scope: Scope, node: ast.Call) -> Iterator[Edit]:
    """What is passed by name given each other's names."""
    for first, second in combinations([entry for entry in node.keywords if _passed(scope, entry.value)], 2):
        puts = Put(first, "value", deepcopy(second.value)), Put(second, "value", deepcopy(first.value))
        yield scope.edit("argument", "exchanged", 1.4, node, *puts, role="window")


def _passed(scope: Scope, node: ast.expr) -> bool:
    """Whether an argument is a number, perhaps folded on its way, or negated."""
    bare = node.operand if isinstance(node, ast.UnaryOp) else node
    return scope.is_number(bare) or bool(fold(bare))


def _window_passed(scope: Scope, node: ast.Call) -> Iterator[Edit]:
    """Both ends of the window at once: in the place of two other numbers, or where none were passed."""
    if not scope.window:
        return
    alpha, beta = (deepcopy(end) for end in scope.window)
    pairs = [("window", 1.5, [alpha, beta]), ("window negated", 1.6, [negative(beta, node), negative(alpha, node)])]
    for place in range(len(node.args) - 1):
        old = node.args[place : place + 2]
        for what, cost, new in pairs:
            if all(_passed(scope, entry) for entry in old) and list(map(key, new)) != list(map(key, old)):
                ends = [ast.copy_location(deepcopy(end), node) for end in new]
                puts: list[Change] = [Put(node, "args", end, place + k) for k, end in enumerate(ends)]
                if what == "window" and all(constant(entry) is not None for entry in old):
                    what = "infinite window"
                yield scope.edit("argument", what, cost, node, *puts, role="window")
    names = [entry.arg for entry in scope.functions[scope.own(node)][0].args.args]
    if isinstance(node.func, ast.Attribute) and names[:1] == ["self"]:
        names = names[1:]
    given = {*names[: len(node.args)], *(keyword.arg for keyword in node.keywords)}
    ends_named = [end.id for end in scope.window if isinstance(end, ast.Name) and end.id in names]
    if len(ends_named) == 2 and not given & set(ends_named):
        new_keywords = [ast.keyword(name, ast.Name(name, ast.Load())) for name in ends_named]
        for entry in new_keywords:
            ast.fix_missing_locations(ast.copy_location(entry, node))
        put = Put(node, "keywords", [*node.keywords, *new_keywords])
        yield scope.edit("argument", "window added", 1.5, node, put, role="window")


def _other_arguments(scope: Scope, argument: ast.expr) -> Iterator[Edit]:
    if not _passed(scope, argument):
        return
    places = [key(end) for end in scope.window]
    role = "root's window" if constant(argument) in (inf, -inf) and is_decision(scope) else "window"
    for name, number in scope.numbers.items():
        if name != key(argument):
            cost = 1.45 if name in places else 1.5
            yield scope.put("argument", "another", cost, argument, deepcopy(number), role)
            if isinstance(argument, ast.UnaryOp) and name != key(argument.operand):
                yield scope.put("argument", "another", 1.5, argument.operand, deepcopy(number), "window")
    for place, name in enumerate(FOLDS):  # max(alpha, v) for alpha
        for end in scope.window:
            for number_key, number in scope.numbers.items():
                if number_key not in places:
                    new = call(name, end, number)
                    passed = "window" if key(argument) == key(end) else "another window"
                    yield scope.put("argument", "folded", 2.35 + place / 100, argument, new, passed)


def callees(scope: Scope) -> Iterator[Edit]:
    """Another function of the student's called."""
    for node in scope.nodes:
        name = scope.own(node)
        if not name or not isinstance(node, ast.Call):
            continue
        here = len(scope.functions[name][0].args.args)
        for other, definitions in scope.functions.items():
            if other == name or len(definitions[0].args.args) != here or other.startswith("__"):
                continue
            new: ast.expr = ast.Name(other, ast.Load())
            if isinstance(node.func, ast.Attribute):
                new = ast.Attribute(deepcopy(node.func.value), other, ast.Load())
            role = "" if node.args and _is_parameter(scope, node.args[0]) else "recursion"
            yield scope.put("callee", "another", 1.3, node.func, new, role)


def _is_parameter(scope: Scope, node: ast.expr) -> bool:
    """Whether it is what the function was called with, as it came: not a child of its state's."""
    given = scope.root.args.args if isinstance(scope.root, ast.FunctionDef) else []
    return isinstance(node, ast.Name) and node.id in {argument.arg for argument in given}


def flags(scope: Scope) -> Iterator[Edit]:
    """A flag turned: True for False, `not x` for `x`, MIN for MAX."""
    for node in scope.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            if not isinstance(scope.parents[node][0], ast.While):
                yield scope.put("flag", "turned", 1.3, node, ast.Constant(not node.value), "turn")
        elif isinstance(node, ast.Constant) and node.value in ("MAX", "MIN"):
            yield scope.put("flag", "turned", 1.4, node, ast.Constant("MIN" if node.value == "MAX" else "MAX"), "turn")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield scope.put("flag", "turned", 1.4, node, deepcopy(node.operand), "turn")
        elif isinstance(node, ast.Call) and scope.own(node):
            for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                if isinstance(argument, ast.Name) and ast.dump(argument) not in scope.numbers:
                    new = ast.UnaryOp(ast.Not(), deepcopy(argument))
                    yield scope.put("flag", "turned", 1.5, argument, new, "turn")


def turns(scope: Scope) -> Iterator[Edit]:
    """What is done for one player done for the other, or the state asked for what a flag should say."""
    for node in scope.nodes:
        if isinstance(node, ast.IfExp):
            new_node = ast.IfExp(node.test, deepcopy(node.orelse), deepcopy(node.body))
            yield scope.put("flag", "branches exchanged", 1.6, node, new_node, "turn")
        if isinstance(node, (ast.If, ast.IfExp)) and isinstance(node.test, ast.Name):
            for state in _states(scope):
                turn = ast.Compare(ast.Attribute(state, "to_move", ast.Load()), [ast.Eq()], [ast.Constant("MAX")])
                yield scope.put("flag", "of the state", 1.9, node.test, turn, "turn")


def _states(scope: Scope) -> list[ast.expr]:
    """The names in a scope that are asked whether the game is over."""
    asked = [node.value for node in scope.nodes if isinstance(node, ast.Attribute) and node.attr == "is_terminal"]
    return [deepcopy(value) for value in {ast.dump(value): value for value in asked}.values()]


def orders(scope: Scope) -> Iterator[Edit]:
    """An order undone: reversed, sorted, slices, taken from the end; lists that need not be made before their use."""
    for node in scope.nodes:
        if isinstance(node, ast.Call):
            yield from _orders_called(scope, node)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            what, step = "all", node.slice.step
            if step is not None and constant(step) == -1:
                what = "undone"
            yield scope.put("order", what, 1.4, node, deepcopy(node.value), "loop")
        elif isinstance(node, ast.ListComp):
            what = "in turn" if isinstance(node.elt, ast.Lambda) else "lazy"  # a list of functions has searched nothing
            yield scope.put("order", what, 1.6, node, ast.GeneratorExp(node.elt, node.generators), "loop")
        elif isinstance(node, ast.Subscript) and constant(node.slice) == -1:
            yield scope.put("order", "from the front", 1.6, node.slice, ast.Constant(0), "value")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            function = node.value.func
            if isinstance(function, ast.Attribute) and function.attr in ("reverse", "sort", "shuffle"):
                owner, name, _ = scope.parents[node]
                what = "undone" if function.attr == "reverse" else "as it is"
                yield scope.edit("order", what, 1.3, node, Take(owner, name, node), role="loop")


def _orders_called(scope: Scope, node: ast.Call) -> Iterator[Edit]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in ("reversed", "sorted") and node.args:
        what = "undone" if name == "reversed" else "as it is"
        yield scope.put("order", what, 1.3, node, deepcopy(node.args[0]), "loop")
    elif name in WRAPPERS and len(node.args) == 1:
        cost = 1.5 if name == "abs" else 1.8
        yield scope.put("call", "undone", cost, node, deepcopy(node.args[0]), "value")
    elif name == "range" and len(node.args) == 3 and constant(node.args[2]) == -1:
        first = node.args[0]
        size = first.left if isinstance(first, ast.BinOp) else ast.BinOp(deepcopy(first), ast.Add(), ast.Constant(1))
        new = ast.Call(node.func, [deepcopy(size)], [])
        yield scope.put("order", "undone", 1.3, node, new, "loop")
    elif name == "range" and len(node.args) == 2:
        new = ast.Call(node.func, [deepcopy(node.args[1])], [])
        yield scope.put("order", "from 0", 1.4, node, new, "loop")
    elif isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and not node.args:
        yield scope.put("order", "from the front", 1.4, node, ast.Call(node.func, [ast.Constant(0)], []), "loop")
