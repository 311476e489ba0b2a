"""A tree as a page for the lecture: searched step by step, by several rules, and changed while the class looks on.

The page searches by itself, as its tree may become any other. A test holds its search against the reference's.
"""

from __future__ import annotations

from autograder.exercises.tree_format import write_tree
from autograder.pages.render import rendered
from autograder.showing import shown
from autograder.teaching.walkthrough import Walkthrough

RULES = {
    "minimax": "Minimax, without pruning",
    "alpha-beta": "Alpha-beta: alpha ≥ beta prunes",
    "strict": "Strict comparison: only alpha > beta prunes",
    "fail-hard": "Fail-hard alpha-beta",
}
"""The rules of scripts/search.js, in words."""


def lecture_page(walk: Walkthrough) -> str:
    """The page of an exercise's search. Where that has a horizon, the tree ends there."""
    problem, exercise = walk.problem, walk.exercise
    tree = problem.tree if problem.horizon is None else problem.tree.cut(problem.horizon)
    leaves = {leaf: exercise.unneeded.get(leaf, tree.values[leaf]) for leaf in tree.leaves()}
    plain = tree.with_values([leaves.get(node) for node in range(len(tree))])  # type: ignore[misc]
    players = tree.players
    return rendered(
        "lecture.html.j2",
        ["search.js", "lecture.js"],
        title=exercise.title or exercise.id,
        note=walk.note,
        rules=RULES,
        turns=dict.fromkeys([tuple(players), ("MAX", "MIN"), ("MIN", "MAX")]),
        data={
            "tree": write_tree(plain),
            "players": players,
            "window": list(map(shown, problem.window)),
            "rule": "strict" if problem.prune_when == "alpha > beta" else "alpha-beta",
        },
    )
