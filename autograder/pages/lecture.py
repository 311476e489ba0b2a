"""A tree as a page for the lecture: searched step by step, by several rules, and changed while the class looks on.

The page searches by itself, as its tree may become any other. A test holds its search against the reference's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from autograder.exercises.tree_format import write_tree
from autograder.pages.picture import short
from autograder.pages.render import rendered
from autograder.showing import shown
from autograder.teaching.walkthrough import Walkthrough
from autograder.text import visible_name
from reference.interfaces import load
from reference.problem import Problem

RULES = {
    "minimax": "Minimax, without pruning",
    "alpha-beta": "Alpha-beta: alpha ≥ beta prunes",
    "strict": "Strict comparison: only alpha > beta prunes",
    "fail-hard": "Fail-hard alpha-beta",
}
"""The rules of scripts/search.js, in words."""


def for_scripts(problem: Problem, unneeded: Mapping[int, str]) -> dict[str, Any]:
    """A search as scripts/tree.js and scripts/search.js read it. Where it has a horizon, the tree ends there.

    unneeded: what the author calls the leaves without a utility.
    """
    tree = problem.tree if problem.horizon is None else problem.tree.cut(problem.horizon)
    low, high = problem.window
    swapped = load(problem.interface).negated and tree.player(0) == "MIN"  # the window is the mover's own
    labels = {leaf: visible_name(label) for leaf, label in unneeded.items()}
    leaves = {leaf: labels.get(leaf, tree.values[leaf]) for leaf in tree.leaves()}
    rule = {"minimax": "minimax", "minimax_ab": "fail-hard"}.get(problem.interface, "alpha-beta")
    rule = "strict" if problem.prune_when == "alpha > beta" else rule
    guess = {} if problem.guess is None else {"guess": [problem.guess, problem.epsilon], "within": rule}
    return {
        **guess,
        "tree": write_tree(tree.with_values([leaves.get(node) for node in range(len(tree))])),  # type: ignore[misc]
        "players": tree.players,
        "window": list(map(shown, (-high, -low) if swapped else (low, high))),
        "rule": "aspiration" if guess else rule,
    }


def lecture_page(walk: Walkthrough) -> str:
    """The page of an exercise's search."""
    data = for_scripts(walk.problem, walk.exercise.unneeded)
    rules = RULES
    if "guess" in data:
        guess, epsilon = data["guess"]
        ends = f"({short(guess - epsilon)}, {short(guess + epsilon)})"
        rules = {**RULES, "aspiration": f"Aspiration: first with the window {ends}, and if that fails again"}
    return rendered(
        "lecture.html.j2",
        ["tree.js", "search.js", "board.js", "lecture.js"],
        title=walk.exercise.title or walk.exercise.id,
        note=walk.note,
        rules=rules,
        turns=dict.fromkeys([tuple(data["players"]), ("MAX", "MIN"), ("MIN", "MAX")]),
        data=data,
    )
