"""Reads game trees from JSON, in time and stack that do not grow faster than the tree."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import inf, isfinite
from typing import Any

from autograder.exercises.documents import place_of
from autograder.limits import LONGEST_NAME, MOST_PLIES
from autograder.text import nearest
from reference.game import Tree, Value
from reference.problem import Problem

INFINITIES: dict[str, float] = {"inf": inf, "-inf": -inf}
UNNEEDED: Value = 0
"""The value of a leaf without a utility. No right answer depends on it."""


class ReadTree:
    """The tree that a JSON value describes, read in level order, the order of `Tree`. It may have mistakes.

    unneeded: what the author calls the leaves without a utility.
    """

    def __init__(self, document: Any, to_move: str | Sequence[str] = "MAX") -> None:
        """to_move: who moves at the root, "MAX" or "MIN", or who moves at each ply, over and over."""
        self.unneeded: dict[int, str] = {}
        self._names: dict[int, str] = {}
        self._objects: set[int] = set()
        self._mistakes: list[tuple[int, str]] = []
        child_counts: list[int] = []
        values: list[Value | None] = []
        queue = [document]
        for node, entry in enumerate(queue):  # the queue grows as it is walked
            children: list[Any] = []
            value: Value | None = None
            if isinstance(entry, list):
                children = entry
                if not entry:
                    self._mistake(node, "this node has no children; write a number for a leaf")
            elif isinstance(entry, dict):
                value, children = self._object(node, entry)
            else:
                value = self._value(node, entry)
            child_counts.append(len(children))
            values.append(value)
            queue += children
        self.tree = Tree(child_counts, values, to_move, self._names)

    def mistakes(self) -> Iterator[tuple[str, str]]:
        """Each mistake as (place, words), such as tree[1][2]."""
        tree, names = self.tree, self._names
        if tree.depth > MOST_PLIES:
            yield "tree", f"the tree has {tree.depth} plies; at most {MOST_PLIES} are allowed"
        elif names:
            nameless = {tree.name(node) for node in range(len(tree)) if node not in names}
            first = {name: node for node, name in reversed(names.items())}
            for node, name in names.items():
                if first[name] != node:
                    self._mistake(node, f'the name "{name}" is taken already; give each node a name of its own')
                if name in nameless:
                    self._mistake(node, f'"{name}" is what another node without a name is called; choose another name')
        yield from ((self.place(node), words) for node, words in self._mistakes)

    def place(self, node: int) -> str:
        """A node's place in the document. It is found by climbing to the root, as only mistakes need it."""
        path: list[str | int] = []
        while node:
            parent = self.tree.parent(node)
            child = node - self.tree.first_child[parent]
            path += [child, "children"] if parent in self._objects else [child]
            node = parent
        return place_of(["tree", *reversed(path)])

    def _mistake(self, node: int, words: str) -> None:
        self._mistakes.append((node, words))

    def _value(self, node: int, value: Any) -> Value:
        if type(value) in (int, float):
            number: Value = value
            return number
        if isinstance(value, str) and value in INFINITIES:
            return INFINITIES[value]
        if isinstance(value, str):
            self.unneeded[node] = value
            if not value.strip():
                self._mistake(node, 'a leaf without a utility still needs a letter, such as "x"')
            elif looks_like_a_number(value):
                self._mistake(node, f'"{value[:LONGEST_NAME]}" is text, not a number; {_number_meant(value)}')
        else:
            shown = "this" if isinstance(value, (list, dict)) else json.dumps(value)
            self._mistake(node, f'{shown} is no utility; write a number, "inf", "-inf" or a letter')
        return UNNEEDED

    def _object(self, node: int, entry: dict[str, Any]) -> tuple[Value | None, list[Any]]:
        self._objects.add(node)
        for key in (key for key in entry if key not in ("name", "value", "children")):
            near = nearest(key, ("name", "value", "children"))
            meant = f'; did you mean "{near}"?' if near else '; a node has "name", "value" and "children"'
            self._mistake(node, f'a node has no "{key}"{meant}')
        if "name" in entry:
            name = self._names[node] = entry["name"]
            if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
                del self._names[node]
                self._mistake(node, f'"name" must be text of 1 to {LONGEST_NAME} characters on one line')
        children = entry.get("children", [])
        if "children" in entry and not (isinstance(children, list) and children):
            self._mistake(node, '"children" must be an array of one node or more; leave it out for a leaf')
            children = []
        if "value" not in entry and "children" not in entry:
            self._mistake(node, 'this node has neither "value" nor "children"; a leaf needs a value')
        value = self._value(node, entry["value"]) if "value" in entry else None
        if children and self.unneeded.pop(node, None) is not None:
            self._mistake(node, 'the static evaluation of an inner node must be a number, "inf" or "-inf"')
        return value, children


def looks_like_a_number(text: str) -> bool:
    """Whether a text can only have been meant as a number, such as 5, 4,5, 1/2 or Infinity."""
    try:
        float(text)
    except ValueError:  # what else stands between the digits of numbers, in one country or another
        rest = [char for char in text if not char.isnumeric()]
        digits = len(rest) < len(text) and all(char in " .,/+-−–'_%:" for char in rest)
        return digits or text.strip("+-−– ").lower() in ("inf", "infinity", "∞", "nan")
    return True


def _number_meant(text: str) -> str:
    """What to write instead of a text that looks like a number."""
    try:
        number = float(text.strip().replace("−", "-").replace("–", "-").replace(",", "."))
    except ValueError:
        number = inf
    if not isfinite(number):
        return 'write it without quotes, infinity as "inf" or "-inf"'
    return f"write it without quotes: {int(number) if number.is_integer() else number}"


def write_tree(tree: Tree) -> Any:
    """The JSON value that `ReadTree` reads as a tree: an array, or an object where a node has a name or evaluation."""
    written: list[Any] = [None] * len(tree)
    for node in reversed(range(len(tree))):  # children come after their parent
        children = [written[child] for child in tree.children(node)]
        fields = {"name": tree.own_names.get(node), "value": _written(tree.values[node]), "children": children or None}
        said = {key: field for key, field in fields.items() if field is not None}
        written[node] = next(iter(said.values())) if len(said) == 1 else said
    return written[0]


def write_problem(problem: Problem) -> dict[str, Any]:
    """The fields of an exercise that say what is searched: its tree, root and window, depth, guess and epsilon."""
    players = problem.tree.players
    written: dict[str, Any] = {"tree": write_tree(problem.tree)}
    written |= {"root": players[0].lower()} if problem.tree.takes_turns else {"players": list(players)}
    if problem.window != (-inf, inf):
        written["window"] = [_written(end) for end in problem.window]
    terms = {name: getattr(problem, name) for name in ("depth", "guess", "epsilon")}
    return {**written, **{name: value for name, value in terms.items() if value is not None}}


def _written(value: Value | None) -> Any:
    """A value as it stands in JSON."""
    return str(value) if isinstance(value, float) and abs(value) == inf else value
