"""Reads and writes game trees as JSON, in time and stack linear in the tree."""

import contextlib
import json
from collections.abc import Iterator, Sequence
from math import inf, isfinite
from typing import Any

from autograder.core.exercises.other_names import NOT_ZERO_SUM
from autograder.core.exercises.schema_check import location_of
from autograder.core.limits import LONGEST_NAME, MOST_PLIES
from autograder.core.text import nearest
from reference.game import Tree, Value
from reference.problem import Problem

FIELDS = ("name", "value", "children")
"""The fields that a node that is an object may have."""
NAMING_A_PLAYER = ("player", "mover", "to_move", "turn")
"""Fields in which other programs say who moves at a node."""
WHO_MOVES = 'who moves is said for each ply, by "players" in the exercise'
INFINITIES: dict[str, float] = {"inf": inf, "-inf": -inf}
UNNEEDED: Value = 0
"""The value of a leaf without a utility. No right answer depends on it."""


class ReadTree:
    """The tree that a JSON value describes, read in level order, the order of `Tree`.
    It may have mistakes.
    """

    def __init__(self, document: Any, to_move: str | Sequence[str] = "MAX") -> None:
        self._entries = [document]
        self.unneeded: dict[int, str] = {}
        child_counts = list[int]()
        values = list[Value | None]()
        names = dict[int, str]()
        for node, written in enumerate(self._entries):  # grows as it is walked
            name, value, children = _fields(written)
            if _is_name(name):
                names[node] = name
            if isinstance(value, str) and value not in INFINITIES and not children:
                self.unneeded[node] = value
            values.append(
                INFINITIES.get(value, UNNEEDED) if isinstance(value, str) else value
            )
            child_counts.append(len(children))
            self._entries += children
        self.tree = Tree(child_counts, values, to_move, names)

    def mistakes(self) -> Iterator[tuple[str, str]]:
        """Yield each mistake as (location, message); a place is such as tree[1][2]."""
        tree = self.tree
        if tree.depth > MOST_PLIES:
            yield (
                "tree",
                f"the tree has {tree.depth} plies; at most {MOST_PLIES} are allowed",
            )
        for node, written in enumerate(self._entries):
            if type(written) not in (int, float):
                for message in _node_mistakes(written):
                    yield self.location(node), message
        yield from self._mistakes_in_names()

    def _mistakes_in_names(self) -> Iterator[tuple[str, str]]:
        """Yield (location, message) for each name that stands for two nodes."""
        tree, names = self.tree, self.tree.own_names
        if not names:
            return
        nameless = {tree.name(node) for node in range(len(tree)) if node not in names}
        first: dict[str, int] = {}
        for node, name in names.items():
            if first.setdefault(name, node) != node:
                yield (
                    self.location(node),
                    (
                        f'the name "{name}" is taken already; give each node a name '
                        "of its own"
                    ),
                )
            if name in nameless:
                yield (
                    self.location(node),
                    (
                        f'"{name}" is what another node without a name is called; '
                        "choose another name"
                    ),
                )

    def location(self, node: int) -> str:
        """Return the location of a node in the document.

        It is found by climbing to the root, as only mistakes need it.
        """
        path: list[str | int] = []
        while node:
            parent = self.tree.parent(node)
            child = node - self.tree.first_child[parent]
            path += (
                [child, "children"]
                if isinstance(self._entries[parent], dict)
                else [child]
            )
            node = parent
        return location_of(["tree", *reversed(path)])


def _fields(node: Any) -> tuple[Any, Any, list[Any]]:
    """Return a node's name, value and children, as far as it has them."""
    if isinstance(node, dict):
        children = node.get("children")
        return (
            node.get("name"),
            node.get("value"),
            children if isinstance(children, list) else [],
        )
    return (None, None, node) if isinstance(node, list) else (None, node, [])


def _is_name(name: Any) -> bool:
    return (
        isinstance(name, str)
        and name.strip() != ""
        and len(name) <= LONGEST_NAME
        and name.isprintable()
    )


def _node_mistakes(node: Any) -> Iterator[str]:
    """Yield the mistakes of a node itself, not of those below it."""
    if isinstance(node, dict):
        yield from _field_mistakes(node)
        has_value = "value" in node
    elif isinstance(node, list):
        if not node:
            yield "this node has no children; write a number for a leaf"
        has_value = False
    else:
        has_value = True
    if has_value:
        _, value, children = _fields(node)
        yield from _value_mistakes(value)
        if children and isinstance(value, str) and value not in INFINITIES:
            yield (
                "the static evaluation of an inner node must be a number, "
                '"inf" or "-inf"'
            )


def _field_mistakes(node: dict[str, Any]) -> Iterator[str]:
    """Return the mistakes of a node that is an object, but for those in its value."""
    for key in node:
        if key not in FIELDS:
            yield f'a node has no "{key}"; {_field_meant(key, node[key])}'
    name, _, children = _fields(node)
    if "name" in node and not _is_name(name):
        yield f'"name" must be text of 1 to {LONGEST_NAME} characters on one line'
    if "children" in node and not children:
        yield (
            '"children" must be an array of one node or more; leave it out for a leaf'
        )
    if "value" not in node and "children" not in node:
        yield 'this node has neither "value" nor "children"; a leaf needs a value'


def _field_meant(key: str, value: Any) -> str:
    """Return the advice on a field that a node does not have.

    A field that is spelt alike is suggested only if it could hold the value.
    """
    names_a_player = key.lower() in NAMING_A_PLAYER
    if names_a_player and str(value).upper() in ("MAX", "MIN"):
        return WHO_MOVES
    is_of_other_game = str(value).lower() in NOT_ZERO_SUM.names
    if names_a_player or key in NOT_ZERO_SUM.names or is_of_other_game:
        return NOT_ZERO_SUM.message
    near = nearest(key, FIELDS)
    could_hold = {
        "name": _is_name(value),
        "value": type(value) in (int, float, str),
        "children": isinstance(value, list),
    }
    if near and could_hold[near]:
        return f'did you mean "{near}"?'
    return 'a node has "name", "value" and "children"'


def _value_mistakes(value: Any) -> Iterator[str]:
    """Yield the mistake of a leaf's value, or of an inner node's static evaluation."""
    if isinstance(value, str):
        if not value.strip():
            yield 'a leaf without a utility still needs a letter, such as "x"'
        elif nodes := _nodes_meant(value):
            yield f"this is text, not a node; write it without quotes: {nodes}"
        elif value not in INFINITIES and (meant := _number_meant(value)):
            yield f'"{value[:LONGEST_NAME]}" is text, not a number; {meant}'
    elif type(value) not in (int, float):
        if _is_vector(value):
            yield f"this is no utility; write one number: {NOT_ZERO_SUM.message}"
            return
        shown = "this" if isinstance(value, (list, dict)) else json.dumps(value)
        yield f'{shown} is no utility; write a number, "inf", "-inf" or a letter'


def _is_vector(value: Any) -> bool:
    """Return whether a value is a list of numbers, one for each player."""
    return (
        isinstance(value, list)
        and len(value) > 1
        and all(type(number) in (int, float) for number in value)
    )


def _nodes_meant(text: str) -> str:
    """Return the JSON to write instead of a text that is an array or an object.

    It is "" for any other text. Python's parentheses are read as brackets.
    """
    array = text.translate(str.maketrans("()", "[]"))
    try:
        value = json.loads(array)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(value, (list, dict)):
        return ""
    written = json.dumps(value, ensure_ascii=False)
    longest = LONGEST_NAME
    return written if len(written) <= longest else f"{written[: longest - 1]}…"


def _number_meant(text: str) -> str | None:
    """Return the advice on a text that can only have been meant as a number, such as
    5, 4,5, 1/2 or Infinity.
    """
    with contextlib.suppress(ValueError):
        number = float(
            text.strip().replace("−", "-").replace("–", "-").replace(",", ".")
        )
        if isfinite(number):
            return (
                "write it without quotes: "
                f"{int(number) if number.is_integer() else number}"
            )
    # Other characters between the digits of numbers, in one country or another.
    rest = [char for char in text if not char.isnumeric()]
    digits = len(rest) < len(text) and all(char in " .,/+-−–'_%:" for char in rest)
    if digits or text.strip("+-−– ").lower() in ("inf", "infinity", "∞", "nan"):
        return 'write it without quotes, infinity as "inf" or "-inf"'
    return None


def write_tree(tree: Tree) -> Any:
    """Return the JSON value that `ReadTree` reads as a tree.

    A node is an array, or an object if it has a name or an evaluation.
    """
    written: list[Any] = [None] * len(tree)
    for node in reversed(range(len(tree))):  # children come after their parent
        children = [written[child] for child in tree.children(node)]
        fields = {
            "name": tree.own_names.get(node),
            "value": _written(tree.values[node]),
            "children": children or None,
        }
        given = {key: field for key, field in fields.items() if field is not None}
        written[node] = next(iter(given.values())) if len(given) == 1 else given
    return written[0]


def write_problem(problem: Problem) -> dict[str, Any]:
    """Return the fields of an exercise that define the search: its tree, root and
    window, depth, guess and epsilon.
    """
    players = problem.tree.players
    written: dict[str, Any] = {"tree": write_tree(problem.tree)}
    written |= (
        {"root": players[0].lower()}
        if problem.tree.takes_turns
        else {"players": list(players)}
    )
    if problem.window != (-inf, inf):
        written["window"] = [_written(end) for end in problem.window]
    terms = {name: getattr(problem, name) for name in ("depth", "guess", "epsilon")}
    return {
        **written,
        **{name: value for name, value in terms.items() if value is not None},
    }


def _written(value: Value | None) -> Any:
    return str(value) if isinstance(value, float) and abs(value) == inf else value
