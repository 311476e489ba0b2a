"""What a tree is required to have for the one who works it out: so many cutoffs, deep ones, ties, leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from autograder.exercises.model import SEARCHED_BY_HAND
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Call, Problem


@dataclass(frozen=True)
class _Test:
    """The test after a child. met: v is as good as the bound. shallow: already as good as what the parent had found."""

    met: bool
    tie: bool
    shallow: bool
    by_window: bool
    leaves_some_out: bool


def measured(problem: Problem) -> dict[str, int]:
    """How much a tree has of each criterion, in the search of the textbook's max_value and min_value.

    A cutoff leaves children out. A deep one needs a bound from above the parent, as in Eppstein's notes. A tie is a
    test in which v equals the bound, so that the two conventions may part.
    """
    plain = problem._replace(interface=SEARCHED_BY_HAND, depth=None, guess=None, epsilon=None, isolate=None)
    tests = list(_tests(plain))
    cut = [test for test in tests if test.met and test.leaves_some_out]
    return {
        "cutoffs": len(cut),
        "deep_cutoffs": sum(not test.shallow and not test.by_window for test in cut),
        "ties": sum(test.tie for test in tests),
        "leaves": sum(1 for _ in problem.tree.leaves()),
    }


def unmet(problem: Problem, require: Mapping[str, tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """The criteria that a tree does not meet, each with words.

    require: the least and the most of each.
    """
    if not require:
        return
    has = measured(problem)
    for name, (least, most) in require.items():
        if not least <= has[name] <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            yield name, f"the tree has {has[name]}, not {wanted}"


def _tests(problem: Problem) -> Iterator[_Test]:
    """The tests of the textbook's search, in no particular order."""
    tree, calls = problem.tree, {call.node: call for call in observe(problem, calls=True).calls}
    for node, call in calls.items():
        v: Value | None = None
        for child in tree.children(node):
            if child not in calls:
                break
            returned = calls[child].value
            assert not isinstance(returned, str)
            assert returned is not None
            v = returned if v is None else max(v, returned) if tree.player(node) == "MAX" else min(v, returned)
            yield _test(problem, calls, call, child, v)


def _test(problem: Problem, calls: Mapping[int, Call], call: Call, child: int, v: Value) -> _Test:
    """The test at a node after one of its children. Values are turned so that less is better for who moves there."""
    tree, node = problem.tree, call.node
    sign = -1 if tree.player(node) == "MAX" else 1
    bound = call.beta if sign < 0 else call.alpha
    ends = problem.window[1] if sign < 0 else problem.window[0]
    before = _found_by_parent(tree, calls, node)
    met = problem.is_closed(v, bound) if sign < 0 else problem.is_closed(bound, v)
    return _Test(
        met,
        v == bound,
        before is not None and sign * v <= sign * before,
        sign * v <= sign * ends,
        child + 1 < tree.children(node).stop,
    )


def _found_by_parent(tree: Tree, calls: Mapping[int, Call], node: int) -> Value | None:
    """The best value that the parent of a node had found before it called the node."""
    if node == 0:
        return None
    parent = tree.parent(node)
    values = [calls[child].value for child in range(tree.first_child[parent], node)]
    found = [value for value in values if value is not None and not isinstance(value, str)]
    best = max if tree.player(parent) == "MAX" else min
    return best(found, default=None)
