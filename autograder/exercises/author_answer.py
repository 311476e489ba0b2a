"""Holds an author's own answer against the textbook's, and says both where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from autograder.exercises.tree_format import INFINITIES
from autograder.limits import MOST_LEAVES_NAMED
from reference import interfaces
from reference.problem import Observation, Problem


def disagreements(
    expected: dict[str, Any], textbook: Observation, problem: Problem, unneeded: Mapping[int, str]
) -> Iterator[tuple[str, str]]:
    """Where an author's own answer differs from the reference's: (field, both answers in words).

    unneeded: what the author calls the leaves without a utility.
    """
    answer, tree = textbook.value, problem.tree
    accepts = interfaces.load(problem.interface).accepts
    for key in ("value", "action"):
        if key in expected and (key == "action") != isinstance(answer, str):
            yield key, f"this interface returns {'an action' if isinstance(answer, str) else 'a value'}; leave it out"
        elif key in expected and not accepts(
            problem, answer, expected[key] if key == "action" else INFINITIES.get(expected[key], expected[key])
        ):
            yield key, _both(expected[key], answer)
    leaves = {"pruned": textbook.pruned(tree, problem.horizon), "visited": textbook.visited}
    for key, right in leaves.items():
        names = [tree.name(leaf) for leaf in right]
        said = expected.get(key, names)
        if said != names and not (key == "pruned" and sorted(said) == sorted(names)):
            yield key, _both(_listed(said), _listed(names)) + _not_names(said, problem, unneeded)


def _both(author: object, reference: object) -> str:
    return f"the file says {author}, but the textbook's search gives {reference}; mend the tree or the answer"


def _listed(names: Sequence[str]) -> str:
    more = f" … ({len(names)} in all)" if len(names) > MOST_LEAVES_NAMED else ""
    return (" ".join(names[:MOST_LEAVES_NAMED]) or "none") + more


def _not_names(said: Sequence[str], problem: Problem, unneeded: Mapping[int, str]) -> str:
    """What to add where an answer calls leaves otherwise than by their names."""
    tree, words = problem.tree, []
    for text in dict.fromkeys(said):
        node = tree.node(text)
        labelled = [tree.name(leaf) for leaf, label in unneeded.items() if label == text]
        if node is None and labelled:
            words.append(f'the leaf "{text}" is called {" or ".join(labelled[:MOST_LEAVES_NAMED])}')
        elif node is None:
            words.append(f'no node is called "{text}"')
        elif not tree.is_leaf(node) and tree.ply(node) != problem.horizon:
            words.append(f"{text} is no leaf")
    return "".join(f"; {each}" for each in words[:MOST_LEAVES_NAMED])
