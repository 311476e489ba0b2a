"""Says what a known mistake is, and of a shown search only what holds of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import inf

from autograder.judging import Evidence, Failed, Verdict
from autograder.showing.divergence import cutoffs, maximizing, passes
from reference.interfaces import load
from reference.problem import Problem


def explained(name: str, shown: Sequence[Verdict] = ()) -> tuple[str, str]:
    """The title of a known mistake and its explanation, with what its words claim where that holds of all shown."""
    from autograder.mistakes.catalogue import BY_ID  # only what failed needs it

    seen = [verdict.evidence for verdict in shown if isinstance(verdict, Failed)]

    def holds(claim: str) -> bool:
        return bool(seen) and all(CLAIMS[claim](evidence) for evidence in seen)

    return BY_ID[name].title, BY_ID[name].explanation(holds)


def _misses_a_deep_cutoff(evidence: Evidence) -> bool:
    """Whether it looked below a node that the textbook's search had left by a bound from above the node's parent."""
    problem, looked = evidence.problem, {*evidence.found.outcome.looks}
    if problem.isolate is not None:
        return False
    made = passes(problem, evidence.expected)[-1].calls
    calls = {call.node: call for call in made}
    for moment in cutoffs(problem, evidence.expected):
        above = calls.get(problem.tree.parent(moment.node)) if moment.node else None
        if above is None:
            continue
        ends = (-above.beta, -above.alpha) if load(problem.interface).negated else (above.alpha, above.beta)
        place = int(maximizing(problem, moment.node))
        bound = (moment.alpha, moment.beta)[place]
        if bound == ends[place] and abs(bound) not in (inf, abs(made[0].alpha), abs(made[0].beta)):
            left_out = {child for child in problem.tree.children(moment.node) if child > moment.child}
            if any(left_out.intersection(_path(problem, look)) for look in looked):
                return True
    return False


def _path(problem: Problem, node: int) -> Iterator[int]:
    """A node and all that are above it, but for the root."""
    while node:
        yield node
        node = problem.tree.parent(node)


def _is_worth_no_leaf(evidence: Evidence, *, zero: bool = False) -> bool:
    finished, problem = evidence.found.finished, evidence.problem
    if finished is None or isinstance(finished.value, str) or (zero and finished.value != 0):
        return False
    return finished.value not in (*problem.tree.values, *problem.window)


CLAIMS: Mapping[str, Callable[[Evidence], bool]] = {
    "extra-leaf": lambda evidence: not set(evidence.found.outcome.looks) <= set(evidence.expected.visited),
    "deep-cutoff": _misses_a_deep_cutoff,
    "wrong-value": lambda evidence: not evidence.checks["value"],
    "returned-zero": partial(_is_worth_no_leaf, zero=True),
    "value-of-no-leaf": _is_worth_no_leaf,
    "equal-bounds-prune": lambda evidence: evidence.problem.prune_when == "alpha >= beta",
}
"""What a text of catalogue.md may claim, and whether it holds of a search that is shown."""
