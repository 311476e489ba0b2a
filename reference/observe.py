"""Runs the textbook's search, or another that is written as it is, and records what it does."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import inf
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from reference import interfaces
from reference.game import Looks, State, Value
from reference.interfaces import LEAVES, ROOT, Interface, load, module_of, searched_tree
from reference.problem import Answer, Call, Observation, Problem, PruneWhen

Functions = dict[str, Any]


def observe(problem: Problem, written: str = "", *, calls: bool = False) -> Observation:
    """What the textbook's functions, or others `written` like them, do in a problem by its pruning convention."""
    interface = load(problem.interface)
    takes_turns = problem.tree.takes_turns
    none_is_replaced = takes_turns and not calls and problem.isolate is None
    made = _shared_functions if none_is_replaced else _functions
    functions = made(problem.interface, problem.prune_when, written)
    recorded: list[Call] = []
    if calls:
        for name in interface.windowed:
            functions[name] = _recording(functions[name], interface, recorded)
    # A call goes to the function of who moves.
    if not takes_turns and "max_value" in functions:
        both = {"MAX": functions["max_value"], "MIN": functions["min_value"]}
        functions["max_value"] = functions["min_value"] = lambda state, *window: both[
            state.to_move
        ](state, *window)
    if problem.isolate is not None:
        for name in set(interface.windowed) - {problem.isolate}:
            functions[name] = _answering(problem, name, recorded)
    function, arguments = interface.call(problem)
    tree = searched_tree(problem)
    # Who is told of no depth finds the game over there.
    if problem.depth is not None and not interface.has_horizon:
        tree = tree.cut(problem.depth)
    looks = Looks(tree)
    stand_for = {ROOT: looks.root, LEAVES: looks.leaf_values}
    value = functions[function](
        *(stand_for.get(a, a) if isinstance(a, str) else a for a in arguments)
    )
    return Observation(value, tuple(looks.nodes), tuple(recorded))


def textbook_value(
    problem: Problem, function: str, node: int, alpha: Value, beta: Value
) -> Value:
    """What one of the textbook's functions returns for a node and a window; its looks are not counted."""
    # The window's own end reveals nothing of the tree.
    if problem.is_closed(alpha, beta):
        return beta if problem.tree.player(node) == "MAX" else alpha
    functions = _shared_functions(problem.interface, problem.prune_when)
    value: Value = functions[function](
        State(problem.tree, node, problem.tree.ply(node)), alpha, beta
    )
    return value


def _functions(interface: str, prune_when: PruneWhen, written: str = "") -> Functions:
    """A namespace with the functions of an interface: where one is replaced there, the others call the new one."""
    namespace = {**vars(module_of(interface)), "inf": inf}
    if written or prune_when == "alpha > beta":
        exec(_compiled(interface, prune_when, written), namespace)
        return namespace
    for name, value in [*namespace.items()]:  # as they stand in the file
        if isinstance(value, FunctionType) and value.__module__.startswith(
            interfaces.__name__
        ):
            namespace[name] = FunctionType(
                value.__code__, namespace, name, value.__defaults__
            )
    return namespace


@lru_cache(maxsize=4096)
def _shared_functions(
    interface: str, prune_when: PruneWhen, written: str = ""
) -> Functions:
    """The functions of an interface as they are written, in one namespace for all searches: none may be replaced."""
    return _functions(interface, prune_when, written)


@lru_cache(maxsize=4096)
def _compiled(interface: str, prune_when: PruneWhen, written: str) -> CodeType:
    # The names in annotations are those of another module where a function is imported from there.
    flags = annotations.compiler_flag
    code: CodeType = compile(
        written or source(interface, prune_when),
        interface,
        "exec",
        flags,
        dont_inherit=True,
    )
    return code


@lru_cache
def source(interface: str, prune_when: PruneWhen) -> str:
    """The textbook's functions of an interface with all that they call, as text that is fitted to a convention."""
    import ast  # few runs need it

    names, found = list(load(interface).functions), dict[str, ast.FunctionDef]()
    for name in names:  # grows as it is walked
        function = getattr(module_of(interface), name, None)
        if isinstance(function, FunctionType) and name not in found:
            body = ast.parse(
                Path(function.__code__.co_filename).read_text("utf-8")
            ).body
            found[name] = next(
                node
                for node in body
                if isinstance(node, ast.FunctionDef) and node.name == name
            )
            calls = (
                node.func
                for node in ast.walk(found[name])
                if isinstance(node, ast.Call)
            )
            names += sorted(
                called.id for called in calls if isinstance(called, ast.Name)
            )
    # The comparisons by which a loop over the children is left early.
    if prune_when == "alpha > beta":
        strict: dict[type[ast.cmpop], ast.cmpop] = {
            ast.GtE: ast.Gt(),
            ast.LtE: ast.Lt(),
        }
        loops = (
            node
            for function in found.values()
            for node in ast.walk(function)
            if isinstance(node, ast.For)
        )
        choices = (
            node for loop in loops for node in loop.body if isinstance(node, ast.If)
        )
        tests = (
            node.test
            for node in choices
            if isinstance(node.body[-1], (ast.Return, ast.Break))
        )
        for node in (
            node
            for test in tests
            for node in ast.walk(test)
            if isinstance(node, ast.Compare)
        ):
            node.ops = [strict.get(type(sign), sign) for sign in node.ops]
    return "\n".join(map(ast.unparse, found.values()))


def _answering(
    problem: Problem, function: str, calls: list[Call]
) -> Callable[..., Value]:
    """Replaces a function that is not judged: calls are recorded, and one with an open window counts as a look."""

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
        place = len(calls)
        calls.append(
            Call(
                function.__name__,
                interface.node(arguments),
                arguments[alpha],
                arguments[beta],
                None,
            )
        )
        value = function(*arguments)
        calls[place] = calls[place]._replace(value=value)
        return value

    return recording
