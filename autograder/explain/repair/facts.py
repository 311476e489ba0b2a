"""The facts about a student's program that all its scopes know.

They come from its text, and from what its runs told: the roles of its variables.
"""

import ast
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from math import isinf
from typing import NamedTuple

from autograder.explain.repair.edits import Dump, walk
from autograder.explain.repair.nodes import (
    FUNCTIONS,
    constant,
    expression,
    key_of,
    named,
    names_in,
    nodes_of,
    parameters_of,
)


class Region(NamedTuple):
    """A function, or a top-level statement outside of any, and its position.

    number: from 1, the same in each process. top: the index of its statement among
    those at the top of the file, from 0.
    """

    number: int
    file: str
    top: int
    root: ast.AST


class Window(NamedTuple):
    """The variables that hold alpha and beta in a function, as they are written there.

    region: the function's number.
    """

    region: int
    alpha: str
    beta: str


class Numbers(NamedTuple):
    """The variables that hold numbers in a function, as written there.

    region: the function's number. depths: those of plies. values: those of leaves, or
    of the window.
    """

    region: int
    depths: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


class Roles(NamedTuple):
    """The roles of a program's variables, as far as its runs tell."""

    windows: tuple[Window, ...] = ()
    numbers: tuple[Numbers, ...] = ()


UNKNOWN = Roles()


class ProgramFacts(NamedTuple):
    """The facts about the whole program that each scope knows.

    functions: by their names. methods: those that get the object that they are called
    on. searching: the names of functions that may come back to themselves, or call one
    that does. windows, numbers: from the program's runs, by the number of the function.
    ends: by the name of a function, its parameters that are alpha and beta, as far as
    runs tell. called: the names that functions of the program read. counts: the keys of
    variables that are added to in place (`count += 1`), or compared with those.
    infinities: the program's names for them.
    """

    functions: dict[str, list[ast.FunctionDef]]
    methods: Container[ast.AST]
    searching: Container[str]
    windows: Mapping[int, Window]
    numbers: Mapping[int, Numbers]
    ends: Mapping[str, Container[str]]
    called: set[str]
    counts: set[Dump]
    infinities: Mapping[str, float]

    @property
    def tell_roles(self) -> bool:
        """Whether runs of the program tell what variables hold: no name is asked."""
        return bool(self.windows or self.numbers)


def roots(trees: dict[str, ast.Module]) -> Iterator[Region]:
    """Yield the regions of a program, numbered.

    Of a statement at the top these are all functions in it, and then itself, unless it
    is a function or imports something.
    """
    numbers = count(1)
    for file, tree in trees.items():
        for top, statement in enumerate(tree.body):
            nodes: list[ast.AST] = [*nodes_of(ast.FunctionDef, statement)]
            if not isinstance(statement, (ast.FunctionDef, ast.Import, ast.ImportFrom)):
                nodes.append(statement)
            for root in nodes:
                yield Region(next(numbers), file, top, root)


def facts_of(trees: dict[str, ast.Module], roles: Roles) -> ProgramFacts:
    """Return the facts about a program, with the roles that its runs told."""
    nodes = [node for tree in trees.values() for node in walk(tree)]
    functions = _functions(nodes)
    windows = {window.region: window for window in roles.windows}
    return ProgramFacts(
        functions,
        set(_methods(nodes)),
        _searching(functions),
        windows,
        {numbers.region: numbers for numbers in roles.numbers},
        _ends(trees, windows) if windows else {},
        _names_in_functions(nodes),
        _counts(nodes),
        dict(infinities(trees)),
    )


def _functions(nodes: Iterable[ast.AST]) -> dict[str, list[ast.FunctionDef]]:
    """Return the functions by their names, those with `name = lambda …` among them."""
    functions: dict[str, list[ast.FunctionDef]] = {}
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            functions.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    function = ast.FunctionDef(target.id, node.value.args, [], [])
                    functions.setdefault(target.id, []).append(function)
    return functions


def _methods(nodes: Iterable[ast.AST]) -> Iterator[ast.FunctionDef]:
    """Yield the functions that get the object that they are called on."""
    for owner in nodes:
        if isinstance(owner, ast.ClassDef):
            for function in owner.body:
                if isinstance(function, ast.FunctionDef):
                    decorators = map(named, function.decorator_list)
                    if "staticmethod" not in decorators:
                        yield function


def _searching(functions: Mapping[str, Sequence[ast.FunctionDef]]) -> set[str]:
    """Return the names of functions that may come back to a function that searches."""
    calls: dict[str, set[str]] = {}
    for name, of_name in functions.items():
        calls[name] = {*map(named, chain.from_iterable(map(walk, of_name)))}
        calls[name] &= functions.keys()
    reached = {name: _reached(name, calls) for name in calls}
    recursive = {name for name, names in reached.items() if name in names}
    return recursive | {name for name in calls if reached[name] & recursive}


def _reached(name: str, calls: Mapping[str, set[str]]) -> set[str]:
    """Return the functions that one calls, those that these call, and so on."""
    reached: set[str] = set()
    todo = [*calls[name]]
    while todo:
        called = todo.pop()
        if called not in reached:
            reached.add(called)
            todo += calls[called]
    return reached


def _ends(
    trees: dict[str, ast.Module], windows: Mapping[int, Window]
) -> dict[str, set[str]]:
    """Return, by the name of a function, the parameters that get its window."""
    ends: dict[str, set[str]] = {}
    for region in roots(trees):
        window = windows.get(region.number)
        if window is None or not isinstance(region.root, ast.FunctionDef):
            continue
        given = names_in(expression(window.alpha), expression(window.beta))
        given &= {*parameters_of(region.root)}
        if given:
            ends.setdefault(region.root.name, set()).update(given)
    return ends


def _names_in_functions(nodes: Iterable[ast.AST]) -> set[str]:
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, FUNCTIONS):
            names.update(map(named, walk(node)))
    return names


def _counts(nodes: Iterable[ast.AST]) -> set[Dump]:
    """Return the keys of variables that are added to in place, or compared with those.

    If `agent += 1` and `agent == agents` stand there, these are `agent` and `agents`.
    """
    counters: set[Dump] = set()
    comparisons: list[set[Dump]] = []
    for node in nodes:
        if isinstance(node, ast.AugAssign):
            counters.add(key_of(node.target))
        elif isinstance(node, ast.Compare):
            comparisons.append({*map(key_of, [node.left, *node.comparators])})
    with_counters = [sides for sides in comparisons if sides & counters]
    return counters.union(*with_counters)


def infinities(trees: Mapping[str, ast.Module]) -> Iterator[tuple[str, float]]:
    """Yield names that stand for an infinity at the top of a file, with the number.

    Examples are `INF = float("inf")` and `LOW, HIGH = -inf, inf`.
    """
    for statement in chain.from_iterable(tree.body for tree in trees.values()):
        match statement:
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)):
                pairs = zip(names, values, strict=False)
            case ast.Assign([name], value):
                pairs = zip([name], [value], strict=True)
            case _:
                continue
        for name, value in pairs:
            number = constant(value)
            if isinstance(name, ast.Name) and number is not None and isinf(number):
                yield name.id, number
