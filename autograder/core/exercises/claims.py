"""Checks an author's claims about a tree against the textbook's search."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from autograder.core.exercises.model import SEARCHED_BY_HAND
from autograder.core.exercises.tree_format import INFINITIES
from autograder.core.limits import MOST_LEAVES_NAMED
from reference import interfaces
from reference.game import Value
from reference.observe import observe
from reference.problem import Call, Observation, Problem


def disagreements(
    expected: Mapping[str, Any],
    textbook: Observation,
    problem: Problem,
    unneeded: Mapping[int, str],
) -> Iterator[tuple[str, str]]:
    """Return the author's wrong answers, as (location, message).

    expected: the author's answers. unneeded: the letters that stand for leaves without
    a utility, by leaf.
    """
    yield from _wrong_answers(expected, textbook, problem)
    tree = problem.tree
    names_by_text: dict[str, list[str]] = {}
    for leaf in tree.leaves():
        letter = unneeded.get(leaf)
        text = f'"{letter}"' if letter else f"{tree.values[leaf]}"
        names_by_text.setdefault(text, []).append(tree.name(leaf))
    right_leaves = {
        "pruned": textbook.pruned(problem.tree, problem.horizon),
        "visited": textbook.visited,
    }
    for key, leaves in right_leaves.items():
        if key not in expected:
            continue
        right = [problem.tree.name(leaf) for leaf in leaves]
        claimed = expected[key]
        is_right = claimed == right
        if key == "pruned":  # in any order
            is_right = sorted(claimed) == sorted(right)
        if not is_right:
            message = _both(_listed(claimed), _listed(right))
            hints = _names_of_leaves(claimed, names_by_text)
            yield f"expected.{key}", message + "".join(hints[:MOST_LEAVES_NAMED])


def _wrong_answers(
    expected: Mapping[str, Any], textbook: Observation, problem: Problem
) -> Iterator[tuple[str, str]]:
    """Return the author's values and actions that differ from the textbook's."""
    interface = interfaces.load(problem.interface)
    right = textbook.value
    right_key = "action" if isinstance(right, str) else "value"
    for key in ("value", "action"):
        if key not in expected:
            continue
        claimed = expected[key]
        answer = INFINITIES.get(claimed, claimed) if key == "value" else claimed
        if key != right_key:
            kind = "an action" if right_key == "action" else "a value"
            yield f"expected.{key}", f"this interface returns {kind}; leave it out"
        elif not interface.accepts(problem, right, answer):
            yield f"expected.{key}", _both(claimed, right)


def _names_of_leaves(
    claimed: Iterable[str], names_by_text: Mapping[str, Sequence[str]]
) -> list[str]:
    """Return a hint for each claimed text that is a leaf's value and not its name.

    names_by_text: the names of leaves by their utility, or by their letter in quotes.
    """
    called = {name for names in names_by_text.values() for name in names}
    hints: list[str] = []
    for claim in dict.fromkeys(claimed):
        if claim in called:
            continue
        for text in (claim, f'"{claim}"'):
            names = names_by_text.get(text, [])
            if names:
                meant = " or ".join(names[:MOST_LEAVES_NAMED])
                hints.append(f"; the leaf {text} is called {meant}")
    return hints


def _both(author: object, reference: object) -> str:
    return (
        f"the file says {author}, but the textbook's search gives {reference}; mend "
        "the tree or the answer"
    )


def _listed(names: Sequence[str]) -> str:
    rest = f" … ({len(names)} in all)" if len(names) > MOST_LEAVES_NAMED else ""
    return (" ".join(names[:MOST_LEAVES_NAMED]) or "none") + rest


def unmet(
    problem: Problem, require: Mapping[str, tuple[int, int]]
) -> Iterator[tuple[str, str]]:
    """Yield the criteria that a tree does not meet, as (field, message)."""
    counts = measured(problem) if require else {}
    for name, (least, most) in require.items():
        count = counts[name]
        if not least <= count <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            message = f"the tree has {count}, not {wanted}"
            yield f"require.{name}", f"{message}; change the tree or what is required"


def measured(problem: Problem) -> dict[str, int]:
    """Return the number of each criterion in a tree.

    It is measured in the search of the textbook's max_value and min_value. A cutoff
    leaves children out. A deep one needs a bound from above the parent, as in
    Eppstein's notes. A tie is a test in which v equals the bound, so that the two
    conventions may part.
    """
    plain = problem._replace(
        interface=SEARCHED_BY_HAND, depth=None, guess=None, epsilon=None, isolate=None
    )
    calls = {call.node: call for call in observe(plain, calls=True).calls}
    counts = {"cutoffs": 0, "deep_cutoffs": 0, "ties": 0}
    # The values that a node's parent had when it called the node: its v, if any.
    parent_values: dict[int, list[Value]] = {0: []}
    for call in calls.values():
        _count_tests(problem, call, calls, parent_values, counts)
    return {**counts, "leaves": sum(1 for _ in problem.tree.leaves())}


def _count_tests(
    problem: Problem,
    call: Call,
    calls: Mapping[int, Call],
    parent_values: dict[int, list[Value]],
    counts: dict[str, int],
) -> None:
    """Add the cutoffs and the ties in the tests of a call to the counts.

    calls: all calls, by their nodes. parent_values: the values that a node's parent had
    when it called the node; those of the call's children are added.
    """
    children = problem.tree.children(call.node)
    maximizes = problem.tree.player(call.node) == "MAX"
    better, bound = (max, call.beta) if maximizes else (min, call.alpha)
    # With these alone the cutoff would not be deep.
    near = [problem.window[maximizes], *parent_values[call.node]]
    v: Any = None
    for child in takewhile(calls.__contains__, children):
        parent_values[child] = [] if v is None else [v]
        v = calls[child].value if v is None else better(v, calls[child].value)
        window = (v, bound) if maximizes else (bound, v)
        counts["ties"] += v == bound
        if problem.is_closed(*window) and child + 1 < children.stop:
            counts["cutoffs"] += 1
            is_deep = all(v != value == better(v, value) for value in near)
            counts["deep_cutoffs"] += is_deep
