"""The trees that are searched, and an exercise set made of some of them."""

import json
from pathlib import Path
from random import Random
from typing import TypeAlias

from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Problem

Nested: TypeAlias = "Value | list[Nested]"

FIXED_TREES = 26
BEYOND_CACHED = 1_000
"""Python keeps small whole numbers ready, so that memory for them would not show."""


def worst_ordered(branching: int, plies: int) -> Nested:
    """Return a complete tree in which a right search visits every leaf: each child is better than those before it."""

    def node(ply: int, low: int) -> Nested:
        if ply == plies:
            return BEYOND_CACHED + low
        size = branching ** (plies - ply - 1)
        starts = [low + child * size for child in range(branching)]
        return [
            node(ply + 1, start)
            for start in (starts if ply % 2 == 0 else reversed(starts))
        ]

    return node(0, 0)


def about_thirty_leaves(random: Random) -> Nested:
    """Return a tree of three plies and 25 to 35 leaves."""
    while True:
        tree: Nested = [
            [
                [random.randint(-20, 20) for _ in range(random.randint(2, 5))]
                for _ in range(random.randint(2, 4))
            ]
            for _ in range(3)
        ]
        if 25 <= sum(1 for _ in Tree.from_nested(tree).leaves()) <= 35:
            return tree


def write_fixed(folder: Path) -> None:
    """Write an exercise set below a folder, in `exercises`, and the same trees in `cases.json` for the usual grader."""
    random = Random(0)
    exercises = folder / "exercises"
    exercises.mkdir()
    (exercises / "assignment.json").write_text('{"title": "Fixed trees"}', "utf-8")
    cases = []
    for number in range(1, FIXED_TREES + 1):
        title, tree = f"Tree {number}", about_thirty_leaves(random)
        (exercises / f"{number:02}.json").write_text(
            json.dumps({"title": title, "tree": tree}), "utf-8"
        )
        right = observe(Problem(Tree.from_nested(tree)))
        cases.append(
            {"title": title, "tree": tree, "value": right.value, "visited": right.looks}
        )
    (folder / "cases.json").write_text(json.dumps(cases), "utf-8")
