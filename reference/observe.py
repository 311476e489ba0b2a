"""Run the textbook's search, or one written like it, and record it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import inf
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from reference import interfaces
from reference.game import Looks, State, Value
from reference.interfaces import (
    LEAVES,
    ROOT,
    Argument,
    Interface,
    load,
    module_of,
    searched_tree,
)
from reference.problem import Answer, Call, Observation, Problem, PruneWhen

if TYPE_CHECKING:
    import ast

Functions = dict[str, Any]


def observe(problem: Problem, written: str = "", *, calls: bool = False) -> Observation:
    """Search a problem by the textbook's functions, and return the observation.

    written: the text of functions to run in the place of the textbook's; it already
    has the problem's pruning convention. calls: whether to record calls, too.
    """
    interface = load(problem.interface)
    takes_turns = problem.tree.takes_turns
    none_is_replaced = takes_turns and not calls and problem.isolate is None
    functions_of = _shared_functions if none_is_replaced else _functions
    functions = functions_of(problem.interface, problem.prune_when, written)
    recorded: list[Call] = []
    if calls:
        for name in interface.windowed:
            functions[name] = _recording(functions[name], interface, recorded)
    if not takes_turns and "max_value" in functions:
        functions["max_value"] = functions["min_value"] = _by_player(functions)
    if problem.isolate is not None:
        for name in set(interface.windowed) - {problem.isolate}:
            functions[name] = _answering(problem, name, recorded)
    tree = searched_tree(problem)
    # A function that gets no depth finds the game over there.
    if problem.depth is not None and not interface.has_horizon:
        tree = tree.cut(problem.depth)
    looks = Looks(tree)
    name, arguments = interface.call(problem)
    value = functions[name](*_filled_in(arguments, looks))
    return Observation(value, tuple(looks.nodes), tuple(recorded))


def _filled_in(arguments: tuple[Argument, ...], looks: Looks) -> list[Any]:
    """Return the arguments of a call, with the root and the leaves filled in."""
    stands_for = {ROOT: looks.root, LEAVES: looks.leaf_values}
    return [
        stands_for.get(argument, argument) if isinstance(argument, str) else argument
        for argument in arguments
    ]


def _by_player(functions: Functions) -> Callable[..., Answer]:
    """Return a function that calls max_value or min_value, as MAX or MIN is to move."""
    by_player = {"MAX": functions["max_value"], "MIN": functions["min_value"]}

    def call(state: State, *window: Value) -> Answer:
        answer: Answer = by_player[state.to_move](state, *window)
        return answer

    return call


def textbook_value(
    problem: Problem, function: str, node: int, alpha: Value, beta: Value
) -> Value:
    """Return the answer of one of the textbook's functions for a node and a window.

    Its looks are not counted.
    """
    # The window's own end reveals nothing of the tree.
    if problem.is_closed(alpha, beta):
        return beta if problem.tree.player(node) == "MAX" else alpha
    functions = _shared_functions(problem.interface, problem.prune_when)
    state = State(problem.tree, node, problem.tree.ply(node))
    value: Value = functions[function](state, alpha, beta)
    return value


def _functions(interface: str, prune_when: PruneWhen, written: str = "") -> Functions:
    """Return a namespace of its own with the functions of an interface.

    If a function is replaced there, the others call the new one.
    """
    namespace = {**vars(module_of(interface)), "inf": inf}
    if written or prune_when == "alpha > beta":
        exec(_compiled(interface, prune_when, written), namespace)
        return namespace
    # The functions of the file, made again so that they call each other in here.
    for name, value in list(namespace.items()):
        if _is_of_an_interface(value):
            namespace[name] = FunctionType(
                value.__code__, namespace, name, value.__defaults__
            )
    return namespace


def _is_of_an_interface(value: object) -> bool:
    if not isinstance(value, FunctionType):
        return False
    return value.__module__.startswith(interfaces.__name__)


@lru_cache(maxsize=4096)
def _shared_functions(
    interface: str, prune_when: PruneWhen, written: str = ""
) -> Functions:
    """Return the namespace that all searches without a replaced function share."""
    return _functions(interface, prune_when, written)


@lru_cache(maxsize=4096)
def _compiled(interface: str, prune_when: PruneWhen, written: str) -> CodeType:
    text = written or source(interface, prune_when)
    # Annotations are not evaluated: a function that its module imports is annotated
    # with names of another module.
    flags = annotations.compiler_flag
    code: CodeType = compile(text, interface, "exec", flags, dont_inherit=True)
    return code


@lru_cache
def source(interface: str, prune_when: PruneWhen) -> str:
    """Return the text of an interface's functions, with all functions that they call.

    Its tests prune by the given convention.
    """
    import ast  # few runs need it

    definitions: dict[str, ast.FunctionDef] = {}
    names = list(load(interface).functions)
    for name in names:  # grows as it is walked
        function = getattr(module_of(interface), name, None)
        if isinstance(function, FunctionType) and name not in definitions:
            definitions[name] = _definition(function)
            names += _called_names(definitions[name])
    if prune_when == "alpha > beta":
        for definition in definitions.values():
            _make_strict(definition)
    return "\n".join(map(ast.unparse, definitions.values()))


def _definition(function: FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a function at the top of its file."""
    import ast

    text = Path(function.__code__.co_filename).read_text("utf-8")
    for statement in ast.parse(text).body:
        match statement:
            case ast.FunctionDef(name=function.__name__):
                return statement
    raise LookupError(function.__name__)


def _called_names(definition: ast.FunctionDef) -> list[str]:
    """Return the names of the functions that a function calls, sorted."""
    import ast

    calls = [node for node in ast.walk(definition) if isinstance(node, ast.Call)]
    return sorted(call.func.id for call in calls if isinstance(call.func, ast.Name))


def _make_strict(definition: ast.FunctionDef) -> None:
    """Make the comparisons strict in the tests that end a loop over the children."""
    import ast

    strict: dict[type[ast.cmpop], ast.cmpop] = {ast.GtE: ast.Gt(), ast.LtE: ast.Lt()}
    for test in _cutoff_tests(definition):
        for node in ast.walk(test):
            if isinstance(node, ast.Compare):
                node.ops = [strict.get(type(sign), sign) for sign in node.ops]


def _cutoff_tests(definition: ast.FunctionDef) -> Iterator[ast.expr]:
    """Yield the tests that end a loop over the children."""
    import ast

    for loop in ast.walk(definition):
        if not isinstance(loop, ast.For):
            continue
        for statement in loop.body:
            match statement:
                case ast.If(test=test, body=[*_, ast.Return() | ast.Break()]):
                    yield test


def _answering(
    problem: Problem, function: str, calls: list[Call]
) -> Callable[..., Value]:
    """Return a function that stands for one that is not judged.

    It answers as the textbook's does, and records its calls. A call with an open window
    counts as a look.
    """

    def answering(state: State, alpha: Value, beta: Value) -> Value:
        value = textbook_value(problem, function, state.index, alpha, beta)
        calls.append(Call(function, state.index, alpha, beta, value))
        if not problem.is_closed(alpha, beta):
            state.looks.nodes.append(state.index)
        return value

    return answering


def _recording(
    function: Callable[..., Answer], interface: Interface, calls: list[Call]
) -> Callable[..., Answer]:
    alpha, beta = interface.window

    def recording(*arguments: Any) -> Answer:
        node = interface.node(arguments)
        name = function.__name__
        index = len(calls)
        calls.append(Call(name, node, arguments[alpha], arguments[beta], None))
        value = function(*arguments)
        calls[index] = calls[index]._replace(value=value)
        return value

    return recording
