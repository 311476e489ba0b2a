"""Runs the textbook's search, or the textbook with some of its lines changed, and records what it does."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from types import CodeType
from typing import Any

from reference.game import State, Value
from reference.interfaces import LEAVES, ROOT, Edit, Interface, file_of, load, searched_tree
from reference.problem import Answer, Call, Observation, Problem, PruneWhen


def observe(problem: Problem, edits: tuple[Edit, ...] = (), *, calls: bool = False) -> Observation:
    """Search a problem as the textbook does and say what that did.

    edits: changes to the textbook's lines; what is left of those is then fitted to the problem's pruning convention.
    calls: whether to record the calls with their windows too.
    """
    interface = load(problem.interface)
    functions: dict[str, Any] = {}
    exec(_compiled(problem.interface, edits, problem.prune_when), functions)
    recorded: list[Call] = []
    if calls:
        for name in interface.windowed:
            functions[name] = _recording(functions[name], interface, recorded)
    if not problem.tree.takes_turns:
        _called_by_mover(functions)
    if problem.isolate is not None:
        for name in set(interface.windowed) - {problem.isolate}:
            functions[name] = _answering(problem, name, interface, recorded)
    function, arguments = interface.call(problem)
    tree = searched_tree(problem)
    if problem.depth is not None and not interface.has_horizon:  # who is told of no depth finds the game over there
        tree = tree.cut(problem.depth)
    tree.visited.clear()
    stand_for = {ROOT: tree.root, LEAVES: tree.leaf_values}
    value = functions[function](*(stand_for.get(a, a) if isinstance(a, str) else a for a in arguments))
    return Observation(value, tuple(tree.visited), tuple(recorded))


def attempt(problem: Problem, edits: tuple[Edit, ...], *, calls: bool = False) -> Observation | None:
    """What `observe` says of the textbook with some of its lines changed; None where that breaks."""
    try:
        return observe(problem, edits, calls=calls)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        return None


def changed(source: str, edits: tuple[Edit, ...], *, everywhere: bool = True) -> str:
    """A source text with each edit made wherever its old lines stand, whatever their indentation.

    All edits are about the text as it was, so that none undoes another.
    everywhere: raises ValueError where old lines stand nowhere, so that no edit is silently without effect.
    """
    replacements: list[tuple[int, int, str]] = []
    for old, new in edits:
        first, *rest = old.split("\n")
        lines = rf"^(?P<indent> *){re.escape(first)}$" + "".join(rf"\n(?P=indent){re.escape(line)}$" for line in rest)
        places = list(re.finditer(lines, source, flags=re.MULTILINE))
        if not places and everywhere:
            raise ValueError(f"these lines are not in the textbook's source: {old!r}")
        for found in places:
            text = "\n".join(found["indent"] + line for line in new.split("\n"))
            replacements.append((found.start(), found.end(), text))
    for start, end, text in sorted(replacements, reverse=True):
        source = source[:start] + text + source[end:]
    return source


def textbook_value(problem: Problem, function: str, node: int, alpha: Value, beta: Value) -> Value:
    """What one of the textbook's functions returns for a node and a window, looked at by nobody.

    A window that is closed already is answered with its own end, which tells nothing of the tree.
    """
    if problem.is_closed(alpha, beta):
        return beta if problem.tree.player(node) == "MAX" else alpha
    functions: dict[str, Any] = {}
    exec(_compiled(problem.interface, (), problem.prune_when), functions)
    tree = problem.tree.with_values(problem.tree.values)
    value: Value = functions[function](State(tree, node, tree.ply(node)), alpha, beta)
    return value


def _called_by_mover(functions: dict[str, Any]) -> None:
    """Where a player moves twice running, max_value and min_value are called for who moves, and not in turn."""
    both = {"MAX": functions.get("max_value"), "MIN": functions.get("min_value")}

    def of_mover(state: State, alpha: Value, beta: Value) -> Value:
        function: Any = both[state.to_move]
        value: Value = function(state, alpha, beta)
        return value

    if None not in both.values():
        functions["max_value"] = functions["min_value"] = of_mover


def _answering(problem: Problem, function: str, interface: Interface, calls: list[Call]) -> Callable[..., Value]:
    """Stands for a function that is not judged: each call is recorded, and if it is open it is a look."""

    def answering(state: State, alpha: Value, beta: Value) -> Value:
        value = textbook_value(problem, function, state.index, alpha, beta)
        calls.append(Call(function, state.index, alpha, beta, value))
        if not problem.is_closed(alpha, beta):
            state.tree.visited.append(state.index)
        return value

    return answering


@lru_cache(maxsize=256)
def _compiled(interface: str, edits: tuple[Edit, ...], prune_when: PruneWhen) -> CodeType:
    file = file_of(interface)
    source = changed(file.read_text(encoding="utf-8"), edits)
    if prune_when == "alpha > beta":
        source = changed(source, load(interface).strict, everywhere=not edits)
    return compile(source, file.name, "exec")


def _recording(function: Callable[..., Answer], interface: Interface, calls: list[Call]) -> Callable[..., Answer]:
    """The function, with a record of each call in the order in which they begin."""
    alpha, beta = interface.window

    def recording(*arguments: Any) -> Answer:
        place = len(calls)
        node = interface.node(arguments)
        calls.append(Call(function.__name__, node, arguments[alpha], arguments[beta], None))
        value = function(*arguments)
        calls[place] = replace(calls[place], value=value)
        return value

    return recording
