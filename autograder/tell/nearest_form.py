"""Finds the right form of a search that is nearest to a wrong one.

A failed search has the visits of no right form, so it is judged by the textbook's. Most
of its looks may be those of another form all the same: beside the textbook's they would
be told as wrong, and the right program would still make them.
"""

from autograder.core.judging.judge import Evidence, Failed
from reference.interfaces import is_judged_in_part
from reference.problem import Observation


def beside_nearest_form(verdict: Failed) -> Failed:
    """Return a failed verdict whose search stands beside the nearest right one.

    Its checks stay as they are. The textbook's search is kept if no other is nearer.
    """
    evidence = verdict.evidence
    if not evidence.asks_visits or evidence.has_right_visits:
        return verdict
    expected = _nearest(evidence)
    if expected is evidence.expected:
        return verdict
    return verdict._replace(evidence=evidence._replace(expected=expected))


def _nearest(evidence: Evidence) -> Observation:
    """Return the right search that the fewest looks tell from that of some evidence."""
    textbook, problem = evidence.expected, evidence.problem
    fewest = _differences(evidence, textbook)
    # Only failures need the forms. Passes after the first are not compared.
    if not fewest or is_judged_in_part(problem, textbook):
        return textbook
    from reference.forms import other_right_searches

    is_over = evidence.searched.finished is not None
    nearest = textbook
    for right in other_right_searches(problem, calls=bool(textbook.calls)):
        differences = _differences(evidence, right)
        # A search with these leaves in another order has the wrong leaves by its check.
        is_as_checked = differences > 0 or not is_over
        if differences < fewest and is_as_checked:
            nearest, fewest = right._replace(value=textbook.value), differences
    return nearest


def _differences(evidence: Evidence, right: Observation) -> int:
    """Return how many leaves only one of two searches looked at.

    A search that came to no end may have meant to look at more.
    """
    looks, due = set(evidence.searched.outcome.looks), set(right.looks)
    if evidence.searched.finished is None:
        return len(looks - due)
    return len(looks ^ due)
