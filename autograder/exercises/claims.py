"""Check what an author claims of a tree against the textbook's search."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from autograder.exercises.model import SEARCHED_BY_HAND
from autograder.exercises.tree_format import INFINITIES
from autograder.limits import MOST_LEAVES_NAMED
from reference import interfaces
from reference.game import Value
from reference.observe import observe
from reference.problem import Observation, Problem


def disagreements(
    expected: Mapping[str, Any],
    textbook: Observation,
    problem: Problem,
    unneeded: Mapping[int, str],
) -> Iterator[tuple[str, str]]:
    """Where an author's own answer differs from the textbook's, as (place, both answers
    in words).
    """
    answer, tree, interface = (
        textbook.value,
        problem.tree,
        interfaces.load(problem.interface),
    )
    right_key = "action" if isinstance(answer, str) else "value"
    returned = {key: expected[key] for key in ("value", "action") if key in expected}
    for key, said in returned.items():
        if key != right_key:
            what = "an action" if right_key == "action" else "a value"
            yield f"expected.{key}", f"this interface returns {what}; leave it out"
        elif not interface.accepts(
            problem, answer, INFINITIES.get(said, said) if key == "value" else said
        ):
            yield f"expected.{key}", _both(said, answer)
    called: dict[str, list[str]] = {}
    for leaf, label in unneeded.items():
        called.setdefault(label, []).append(tree.name(leaf))
    for key, right in {
        "pruned": textbook.pruned(tree, problem.horizon),
        "visited": textbook.visited,
    }.items():
        names = [tree.name(leaf) for leaf in right]
        said = expected.get(key, names)
        if said != names and not (key == "pruned" and sorted(said) == sorted(names)):
            labels = [
                text
                for text in dict.fromkeys(said)
                if text in called and text not in called[text]
            ]
            more = [
                f'; the leaf "{text}" is called '
                f"{' or '.join(called[text][:MOST_LEAVES_NAMED])}"
                for text in labels
            ]
            yield (
                f"expected.{key}",
                _both(_listed(said), _listed(names))
                + "".join(more[:MOST_LEAVES_NAMED]),
            )


def _both(author: object, reference: object) -> str:
    return (
        f"the file says {author}, but the textbook's search gives {reference}; mend "
        "the tree or the answer"
    )


def _listed(names: Sequence[str]) -> str:
    more = f" … ({len(names)} in all)" if len(names) > MOST_LEAVES_NAMED else ""
    return (" ".join(names[:MOST_LEAVES_NAMED]) or "none") + more


def unmet(
    problem: Problem, require: Mapping[str, tuple[int, int]]
) -> Iterator[tuple[str, str]]:
    """The criteria that a tree does not meet, each with words."""
    has = measured(problem) if require else {}
    for name, (least, most) in require.items():
        if not least <= has[name] <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            yield (
                f"require.{name}",
                (
                    f"the tree has {has[name]}, not {wanted}; change the tree or what "
                    "is required"
                ),
            )


def measured(problem: Problem) -> dict[str, int]:
    """How much a tree has of each criterion, in the search of the textbook's max_value
    and min_value.

    A cutoff leaves children out. A deep one needs a bound from above the parent, as in
    Eppstein's notes. A tie is a test in which v equals the bound, so that the two
    conventions may part.
    """
    plain = problem._replace(
        interface=SEARCHED_BY_HAND, depth=None, guess=None, epsilon=None, isolate=None
    )
    tree, calls = (
        problem.tree,
        {call.node: call for call in observe(plain, calls=True).calls},
    )
    # By a node's parent, when it called the node: its v, if it had one.
    found_before: dict[int, list[Value]] = {0: []}
    has = {
        "cutoffs": 0,
        "deep_cutoffs": 0,
        "ties": 0,
        "leaves": sum(1 for _ in tree.leaves()),
    }
    for node, call in calls.items():
        maximizes = tree.player(node) == "MAX"
        better, bound = (max, call.beta) if maximizes else (min, call.alpha)
        # What needs no bound from above it.
        above = [problem.window[maximizes], *found_before[node]]
        v: Any = None
        for child in takewhile(calls.__contains__, tree.children(node)):
            found_before[child] = [] if v is None else [v]
            v = calls[child].value if v is None else better(v, calls[child].value)
            closed = (
                problem.is_closed(v, bound)
                if maximizes
                else problem.is_closed(bound, v)
            )
            cutoff = closed and child + 1 < tree.children(node).stop
            has["ties"] += v == bound
            has["cutoffs"] += cutoff
            has["deep_cutoffs"] += cutoff and all(
                v != near == better(v, near) for near in above
            )
    return has
