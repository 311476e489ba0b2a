"""Changes to the first window of a search: a decision's at the root, and the narrow one of aspiration search."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from math import inf

from autograder.mistakes.edits import Add, Edit, Put
from autograder.mistakes.scopes import FUNCTIONS, Scope, at_line_of, constant, infinity, key


def bounds_once_found(scope: Scope) -> Iterator[Edit]:
    """What is passed on as an infinity is the best value so far, once there is one."""
    for best in _perhaps_nothing(scope):
        for node in scope.nodes:
            for place, argument in enumerate(node.args) if isinstance(node, ast.Call) and scope.own(node) else ():
                value = constant(argument)
                if value is not None and abs(value) == inf:
                    nothing = ast.Compare(deepcopy(best), [ast.Is()], [ast.Constant(None)])
                    new = ast.IfExp(nothing, infinity(value), deepcopy(best))
                    ast.fix_missing_locations(ast.copy_location(new, argument))
                    put = Put(node, "args", new, place)
                    role = "root's window" if is_decision(scope) else "window"
                    yield scope.edit("constant", "a bound", 1.5, argument, put, role=role, new=new)


def _perhaps_nothing(scope: Scope) -> list[ast.expr]:
    """The names that a scope asks whether they are None."""
    asked = [
        node.left
        for node in scope.nodes
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Is, ast.IsNot))
        if isinstance(node.left, ast.Name) and getattr(node.comparators[0], "value", 0) is None
    ]
    return list({key(name): name for name in asked}.values())


def is_decision(scope: Scope) -> bool:
    """Whether it is the root's function alone: it searches, and no function of the program calls it."""
    return isinstance(scope.root, ast.FunctionDef) and scope.root.name not in scope.called


def first_windows(scope: Scope) -> Iterator[Edit]:
    """A first window around the guess, and another search with the whole one where the first fails."""
    if not isinstance(scope.root, ast.FunctionDef) or not is_decision(scope):
        return
    for node in scope.nodes:
        if isinstance(node, ast.Call) and scope.own(node) and len(node.args) > 1:
            yield from _whole_window(scope, node)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and scope.own(node.value):
            yield from _searched_again(scope, node, node.value)
        if isinstance(node, ast.Tuple) and [constant(entry) for entry in node.elts] == [-inf, inf]:
            yield from _around(scope, node)


def _whole_window(scope: Scope, call: ast.Call) -> Iterator[Edit]:
    ends = [ast.copy_location(infinity(sign), call) for sign in (-1, 1)]
    first = len(call.args) - 2
    puts = [Put(call, "args", ast.fix_missing_locations(end), first + place) for place, end in enumerate(ends)]
    if all(scope.is_number(argument) and constant(argument) is None for argument in call.args[first:]):
        yield scope.edit("argument", "whole window", 1.7, call, *puts, role="first window")


def _searched_again(scope: Scope, found: ast.Assign, call: ast.Call) -> Iterator[Edit]:
    value, window = found.targets[0], call.args[-2:]
    if not isinstance(value, ast.Name) or len(window) < 2 or any(constant(end) is not None for end in window):
        return
    read = ast.Name(value.id, ast.Load())
    fails = [
        ast.Compare(read, [order], [deepcopy(end)]) for order, end in zip((ast.LtE(), ast.GtE()), window, strict=True)
    ]
    whole = ast.Call(deepcopy(call.func), [*deepcopy(call.args[:-2]), infinity(-1), infinity(1)], [])
    again = ast.If(ast.BoolOp(ast.Or(), list(fails)), [ast.Assign([deepcopy(value)], whole)], [])
    new = at_line_of(ast.fix_missing_locations(ast.copy_location(again, found)), found)
    owner, field, place = scope.parents[found]
    body = scope.siblings(found)
    after = body[place + 1] if place is not None and place + 1 < len(body) else None
    yield scope.edit("more", "search", 2.0, found, Add(owner, field, new, after), role="first window", new=new)


def _around(scope: Scope, window: ast.Tuple) -> Iterator[Edit]:
    """guess - epsilon and guess + epsilon for two infinities."""
    assert isinstance(scope.root, FUNCTIONS)
    names = [entry.arg for entry in scope.root.args.args]
    if len(names) < 3:
        return
    guess, epsilon = (ast.Name(name, ast.Load()) for name in names[-2:])
    ends: list[ast.expr] = [ast.BinOp(guess, sign, epsilon) for sign in (ast.Sub(), ast.Add())]
    new = ast.Tuple(ends, ast.Load())
    yield scope.put("constant", "around the guess", 1.8, window, new, "first window")
