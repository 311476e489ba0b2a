"""A loop that can end early in the place of max or min over all children at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from autograder.mistakes.edits import Add, Edit, Take
from autograder.mistakes.scopes import Scope, at_line_of, call, fold, infinity, key, loaded, negative, stored

BEST = "best"


def loops(scope: Scope) -> Iterator[Edit]:
    """`return max(… for child in …)` as a loop with a test and an update."""
    if not isinstance(scope.root, ast.FunctionDef) or not scope.window:
        return
    for node in scope.nodes:
        if isinstance(node, ast.Return) and scope.parents[node][2] is not None:
            searched = node.value.args[0] if isinstance(node.value, ast.Call) and len(node.value.args) == 1 else None
            if fold(node.value) and isinstance(searched, (ast.GeneratorExp, ast.ListComp)):
                yield from _looped(scope, node, fold(node.value), searched)


def _looped(scope: Scope, node: ast.Return, name: str, searched: ast.GeneratorExp | ast.ListComp) -> Iterator[Edit]:
    owner, field, _ = scope.parents[node]
    over = searched.generators[0]
    if len(searched.generators) > 1 or over.ifs:
        return
    for found in dict.fromkeys((searched.elt, _for_the_opponent(scope, searched.elt))):
        begun = ast.Assign([ast.Name(BEST, ast.Store())], infinity(-1 if name == "max" else 1))
        body = _turn_of_the_loop(scope, name, found)
        loop = ast.For(deepcopy(over.target), deepcopy(over.iter), body, [])
        result = ast.Return(ast.Name(BEST, ast.Load()))
        new = [at_line_of(ast.fix_missing_locations(entry), node) for entry in (begun, loop, result)]
        adds = [Add(owner, field, entry, node) for entry in new]
        role = "both's test" if scope.is_both_players else "test"
        yield scope.edit("more", "loop", 2.5, node, *adds, Take(owner, field, node), role=role, new=new[1])


def _turn_of_the_loop(scope: Scope, name: str, found: ast.expr) -> list[ast.stmt]:
    """The value, the test and the update of one child."""
    alpha, beta = scope.window
    order, reached, own = (ast.GtE(), beta, alpha) if name == "max" else (ast.LtE(), alpha, beta)
    best = ast.Name(BEST, ast.Load())
    test = ast.If(ast.Compare(best, [order], [loaded(reached)]), [ast.Break()], [])
    value = ast.Assign([ast.Name(BEST, ast.Store())], call(name, best, found))
    return [value, test, ast.Assign([stored(own)], call(name, loaded(own), best))]


def _for_the_opponent(scope: Scope, found: ast.expr) -> ast.expr:
    """A child's value searched with the window turned round, where it is negated and the window is not."""
    if not (isinstance(found, ast.UnaryOp) and isinstance(found.operand, ast.Call) and scope.own(found.operand)):
        return found
    turned = deepcopy(found)
    assert isinstance(turned.operand, ast.Call)
    ends = [key(end) for end in scope.window]
    if [key(argument) for argument in turned.operand.args[-2:]] != ends:
        return found
    turned.operand.args[-2:] = [negative(loaded(end), found) for end in scope.window[::-1]]
    return turned
