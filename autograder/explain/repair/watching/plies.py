"""The variables for numbers of plies, and for values of leaves."""

import ast
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import chain

from autograder.core.limits import MOST_NUMBERS_HELD
from autograder.explain.repair.facts import Numbers
from autograder.explain.repair.nodes import nodes_of
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.trial import Trial
from autograder.explain.repair.watching.watch import Called, RoleWatch, name_of

LEAST_LEAF = 20
"""No leaf of the trees that are searched is as near to 0 as this."""


def numbers_of(scope: Scope, watch: RoleWatch) -> Numbers:
    """Return the variables of a function that hold plies, and those with values."""
    depths: list[str] = []
    values: list[str] = []
    for variable, calls_with, numbers in _numbers_held(scope, watch):
        if _are_plies(numbers) and (
            _are_given(numbers, calls_with) or _tell_depths(numbers, calls_with)
        ):
            depths.append(variable)
        elif numbers and min(map(abs, numbers)) >= LEAST_LEAF:
            values.append(variable)
    most = MOST_NUMBERS_HELD
    return Numbers(scope.region, tuple(depths[:most]), tuple(values[:most]))


def _numbers_held(
    scope: Scope, watch: RoleWatch
) -> Iterator[tuple[str, list[Called], list[float]]]:
    """Yield a function's variables as written, each with the numbers that it held.

    Between them stand the calls in which it held them.
    """
    calls = watch.calls_of(scope)
    for key, variable in watch.variables[scope.region].items():
        calls_with = [call for call in calls if key in call.held]
        numbers = [call.held[key].value for call in calls_with]
        yield ast.unparse(variable), calls_with, numbers


def counted_up_to_depths(
    functions: Sequence[Scope], watch: RoleWatch, numbers: Mapping[int, Numbers]
) -> dict[Scope, set[str]]:
    """Return further variables for plies, by their functions.

    They hold small numbers and are compared with a depth, or passed to where they are:
    a program that forgets to count gives the same number to all depths.
    """
    of_plies = {
        scope: _of_plies(scope, watch) - {*numbers[scope.region].depths}
        for scope in functions
    }
    compared = {
        scope: _compared_with(scope, numbers[scope.region].depths) & counts
        for scope, counts in of_plies.items()
    }
    by_name = {name_of(scope): counts for scope, counts in compared.items()}
    return {
        scope: compared[scope] | (_passed_for(by_name, scope) & counts)
        for scope, counts in of_plies.items()
    }


def _passed_for(parameters: Mapping[str, Container[str]], scope: Scope) -> set[str]:
    """Return what a function passes for parameters of others, by these names."""
    passed: set[str] = set()
    for call in scope.calls():
        wanted = parameters.get(scope.own(call), ())
        for parameter, argument in scope.passed_to(call).items():
            if parameter in wanted:
                passed.add(ast.unparse(argument))
    return passed


def _of_plies(scope: Scope, watch: RoleWatch) -> set[str]:
    """Return the variables of a function that held numbers that may count plies."""
    held = _numbers_held(scope, watch)
    return {variable for variable, _, numbers in held if _are_plies(numbers)}


def _compared_with(scope: Scope, depths: Container[str]) -> set[str]:
    """Return what a function compares with a depth, or with what one is a part of."""
    compared: set[str] = set()
    for comparison in scope.all(ast.Compare):
        sides = [comparison.left, *comparison.comparators]
        parts = chain.from_iterable(nodes_of(ast.expr, side) for side in sides)
        if any(ast.unparse(part) in depths for part in parts):
            compared.update(map(ast.unparse, sides))
    return compared


def _are_plies(numbers: Sequence[float]) -> bool:
    """Return whether numbers may count plies: they are whole, and near to 0."""
    are_whole = all(type(number) is int for number in numbers)
    return bool(numbers) and are_whole and max(map(abs, numbers)) < LEAST_LEAF


def _are_given(numbers: Sequence[float], calls: Sequence[Called]) -> bool:
    """Return whether the outermost calls have the depths that the searches were given.

    In calls within them a wrong program may have lost count.
    """
    outermost = min(call.depth for call in calls)
    return all(
        number == _depth_of(call.trial)
        for number, call in zip(numbers, calls, strict=True)
        if call.depth == outermost
    )


def _depth_of(trial: Trial) -> int:
    """Return the number of plies of a search: of the tree, if it is given no other."""
    depth = trial.known["depth"]
    return trial.tree.depth if depth is None else int(depth)


def _tell_depths(numbers: Sequence[float], calls: Sequence[Called]) -> bool:
    """Return whether all calls of a depth have one number, and each depth another.

    One depth alone shows nothing.
    """
    by_depth: dict[int, set[float]] = {}
    for number, call in zip(numbers, calls, strict=True):
        by_depth.setdefault(call.depth, set()).add(number)
    different = set.union(*by_depth.values())
    return sum(map(len, by_depth.values())) == len(different) == len(by_depth) > 1
