"""The trees of the tests that students get: taken from the shipped exercises, with the textbook's own answers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from textwrap import wrap
from typing import Any

from autograder.exercises import Assignment, read_tree
from autograder.paths import EXERCISES
from reference import interfaces
from reference.game import Tree, Value
from reference.interfaces.aspiration_search import first_pass, without_repeats
from reference.observe import observe
from reference.problem import Answer, Observation, Problem

WIDTH = 120
SEARCHED_AGAIN = "..."
"""Stands at the end of the visits where aspiration search has to search again."""


@dataclass(frozen=True)
class PublicTree:
    """An exercise below exercises/ whose tree students have at home. fields: what it says beside what its file says."""

    exercise: str
    fields: dict[str, Any] = field(default_factory=dict)

    @property
    def document(self) -> dict[str, Any]:
        """What the exercise's file says."""
        document: dict[str, Any] = json.loads((EXERCISES / f"{self.exercise}.json").read_text("utf-8"))
        return {**document, **self.fields}

    @property
    def name(self) -> str:
        """The exercise's id without its number."""
        return self.exercise.rpartition("/")[2].lstrip("0123456789_")

    def problem(self, assignment: Assignment) -> Problem:
        """The exercise's tree, to be searched as in an assignment."""
        document = self.document
        read = read_tree(document["tree"], document.get("players", document.get("root", "max").upper()))
        if read.unneeded:
            raise ValueError(f"{self.exercise} has leaves without utilities: students' wrong searches look at them too")
        return Problem(
            Tree(read.tree.child_counts, read.tree.values, read.tree.players),  # without names of its own
            assignment.interface,
            depth=document.get("depth"),
            guess=document.get("guess"),
            epsilon=document.get("epsilon"),
            prune_when=assignment.prune_when,
            bound=assignment.bound,
        )


def public_tests(trees: Sequence[PublicTree], assignment: Assignment, answer: str) -> str:
    """The source text of a test for each tree. answer: what the search returns, "value" or "action"."""
    by_adapter = assignment.adapter is not None
    return "\n\n\n".join(_test(tree, tree.problem(assignment), answer, by_adapter=by_adapter) for tree in trees)


def _test(tree: PublicTree, problem: Problem, answer: str, *, by_adapter: bool) -> str:
    observation = observe(problem)
    arguments = [_nested(problem.tree, 0, 8)]
    if not problem.tree.takes_turns:
        arguments.append(f"to_move=({', '.join(map(_value, problem.tree.players))})")
    elif problem.tree.players[0] == "MIN":
        arguments.append('to_move="MIN"')
    arguments += [f"{name}={_value(value)}" for name, value in _options(problem)]
    if by_adapter and answer == "action" and interfaces.is_lost(problem):
        arguments.append("lost=True")
    arguments.append(f"{answer}={_value(observation.value)}")
    arguments.append(f'visited="{_visited(problem, observation)}"')
    arguments.append(_because(why(problem)))
    lines = "".join(f"        {argument},\n" for argument in arguments)
    title = tree.document["title"].rstrip(".")
    return f'def test_{tree.name}() -> None:\n    """{title}."""\n    check(\n{lines}    )'


def _options(problem: Problem) -> Iterator[tuple[str, Answer]]:
    """What the search is told beside the tree."""
    if interfaces.load(problem.interface).has_horizon or problem.depth is not None:
        yield "depth", problem.tree.depth if problem.depth is None else problem.depth
    for name in ("guess", "epsilon"):
        if getattr(problem, name) is not None:
            yield name, getattr(problem, name)


def _visited(problem: Problem, observation: Observation) -> str:
    looks = observation.visited
    names = [_leaf(problem, leaf) for leaf in looks]
    if problem.guess is not None:
        first = without_repeats(first_pass(problem).looks)
        again = len(without_repeats(observation.looks)) > len(first)
        names = [_leaf(problem, leaf) for leaf in first] + [SEARCHED_AGAIN] * again
    return " ".join(names)


def _nested(tree: Tree, node: int, column: int) -> str:
    """A tree as it is written in Python, from a column on; over several lines where one is too short."""
    if tree.is_leaf(node):
        return _value(tree.values[node])
    evaluation = tree.values[node]
    children = tree.children(node)
    line = f"[{', '.join(_nested(tree, child, -10_000) for child in children)}]"
    if evaluation is not None:
        line = f"Evaluated({_value(evaluation)}, {line})"
    if column + len(line) < WIDTH:
        return line
    if evaluation is not None:
        moves = _over_lines("[", [_nested(tree, child, column + 8) for child in children], "]", column + 4)
        return _over_lines("Evaluated(", [_value(evaluation), moves], ")", column)
    return _over_lines("[", [_nested(tree, child, column + 4) for child in children], "]", column)


def _over_lines(opening: str, entries: list[str], closing: str, column: int) -> str:
    inner = "".join(f"{' ' * (column + 4)}{entry},\n" for entry in entries)
    return f"{opening}\n{inner}{' ' * column}{closing}"


def _value(value: Answer | None) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return repr(int(value) if isinstance(value, float) and value.is_integer() else value)


def _because(reason: str) -> str:
    line = f'because="{reason}"'
    if len(line) + 9 <= WIDTH:
        return line
    parts = wrap(reason, WIDTH - 16)
    quoted = [f'            "{part}{" " if part is not parts[-1] else ""}"' for part in parts]
    return "because=(\n" + "\n".join(quoted) + "\n        )"


# Why


def why(problem: Problem) -> str:
    """Where the textbook's search of a problem stops early for the first time, and which numbers decide there."""
    if not interfaces.load(problem.interface).windowed:
        return "Why: minimax looks at every leaf."
    again = ""
    if problem.guess is not None and problem.epsilon is not None:
        low, high = problem.guess - problem.epsilon, problem.guess + problem.epsilon
        value = observe(problem).value
        assert not isinstance(value, str)
        if not low < value < high:
            again = f" The value is not between {_value(low)} and {_value(high)}, so it takes another search."
        problem = replace(problem, interface="max_value/min_value", window=(low, high), guess=None, epsilon=None)
    values = _values_for_max(problem)
    order = list(values)
    cut = [
        (order.index(searched[-1]), node, searched[-1])
        for node in range(len(problem.tree))
        if (searched := [child for child in problem.tree.children(node) if child in values])
        and searched[-1] != problem.tree.children(node)[-1]
    ]
    return f"Why: {_cutoff(problem, values, *min(cut)[1:]) if cut else 'no bound stops the search early here.'}{again}"


def _values_for_max(problem: Problem) -> dict[int, Value]:
    """What the textbook's calls returned for each node that it searched, in their order, as MAX sees it."""
    tree, interface = problem.tree, interfaces.load(problem.interface)
    values: dict[int, Value] = {}
    for call in observe(problem, calls=True).calls:
        assert call.value is not None
        assert not isinstance(call.value, str)
        negate = interface.negated and tree.player(call.node) == "MIN"
        values.setdefault(call.node, -call.value if negate else call.value)
    return values


def _cutoff(problem: Problem, values: dict[int, Value], node: int, last: int) -> str:
    """Why nothing after its child `last` matters at a node."""
    tree = problem.tree
    minimizes = tree.player(node) == "MIN"
    rest = [_called(problem, child) for child in tree.children(node) if child > last]
    whatever = f"whatever {' and '.join(rest)} {'is' if len(rest) == 1 else 'are'}"
    v, less = values[last], "less" if minimizes else "more"
    shown = _value(v)
    if v == (-inf if minimizes else inf):
        return f"{_called(problem, last)} is {shown}, and nothing is {less} than that, {whatever}."
    bound, holder = _bound(problem, values, node)
    opponent = tree.player(holder[0]) if holder else "MAX" if minimizes else "MIN"
    has = f"{opponent} can have {_value(bound)} at {_called(problem, holder[1])}." if holder else ""
    if not holder:
        has = f"{'Alpha' if minimizes else 'Beta'} is {_value(bound)} from the start."
    no_better = ": no better" if v == bound else ""
    name, at = _called(problem, last), _called(problem, node)
    if tree.is_leaf(last):
        return f"{has} {_capital(name)} is {shown}, so {at} is worth {shown} or {less}{no_better}, {whatever}."
    return f"{has} {_capital(name)} is worth {shown} or {less}, and so is {at}{no_better}, {whatever}."


def _bound(problem: Problem, values: dict[int, Value], node: int) -> tuple[Value, tuple[int, int] | None]:
    """The bound that the opponent has at a node, and where from: (its node, the child there); None for the window."""
    tree, minimizes = problem.tree, problem.tree.player(node) == "MIN"
    bound, holder = problem.window[0 if minimizes else 1], None
    if interfaces.load(problem.interface).negated and tree.players[0] == "MIN":
        bound = -problem.window[1 if minimizes else 0]
    path = [node]
    while path[0]:
        path.insert(0, tree.parent(path[0]))
    for above, below in pairwise(path):
        if tree.player(above) == tree.player(node):
            continue
        for child in range(tree.children(above).start, below):
            if values[child] > bound if minimizes else values[child] < bound:
                bound, holder = values[child], (above, child)
    return bound, holder


def _leaf(problem: Problem, leaf: int) -> str:
    """What students call a leaf: in an array it has an index and no name."""
    if interfaces.load(problem.interface).complete_binary:
        return str(leaf - problem.tree.level_start[-2])
    return problem.tree.name(leaf)


def _called(problem: Problem, node: int) -> str:
    """What sentences call a node."""
    if not interfaces.load(problem.interface).complete_binary:
        return problem.tree.name(node)
    if problem.tree.is_leaf(node):
        return f"values[{_leaf(problem, node)}]"
    ply = problem.tree.ply(node)
    return f"node {node - problem.tree.level_start[ply]} of depth {ply}"


def _capital(name: str) -> str:
    return name[0].upper() + name[1:] if name.startswith("node") else name
