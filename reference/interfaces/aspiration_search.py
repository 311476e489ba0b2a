"""Aspiration search (Eppstein's notes).

The first pass has a narrow window around a guess. If it fails, there is another pass.
"""

from collections.abc import Iterator
from math import inf

from reference.game import State, Value
from reference.interfaces import (
    EPSILON,
    GUESS,
    ROOT,
    DueLooks,
    Interface,
    exact_answer,
    without_repeats,
)
from reference.interfaces.max_value_min_value import BOTH, max_value, min_value
from reference.problem import Observation, Problem


def aspiration_search(state: State, guess: Value, epsilon: Value) -> Value:
    """Return the exact value of a state, by the three cases of Eppstein's notes.

    At the ends of the window a value is only a bound, so v = guess ± epsilon fails too.
    """
    alpha, beta = guess - epsilon, guess + epsilon
    v = search(state, alpha, beta)
    if v <= alpha or v >= beta:
        v = search(state, -inf, inf)
    return v


def search(state: State, alpha: Value, beta: Value) -> Value:
    """Alpha-beta search from the player to move at the root."""
    return (
        max_value(state, alpha, beta)
        if state.to_move == "MAX"
        else min_value(state, alpha, beta)
    )


def due_looks(expected: Observation) -> DueLooks:
    """Return the looks of the first pass.

    Each pass begins at the same leaf, and looks at no leaf twice. If the first one
    fails, a search must look again, at any leaf.
    """
    looks = expected.looks
    first = looks
    if looks and looks[0] in looks[1:]:
        first = looks[: looks.index(looks[0], 1)]
    goes_on = len(without_repeats(looks)) > len(first)
    return DueLooks(first, goes_on=goes_on, counts_again=True)


def mistakes(problem: Problem) -> Iterator[tuple[str, str]]:
    """Require guess and epsilon, and no other window than theirs."""
    for name in ("guess", "epsilon"):
        if getattr(problem, name) is None:
            yield name, f'aspiration_search needs "{name}"'
    if problem.window != (-inf, inf):
        yield "window", "the window follows from guess and epsilon; leave it out"


INTERFACE = Interface(
    "aspiration_search",
    ("aspiration_search",),
    (ROOT, GUESS, EPSILON),
    exact_answer,
    due_looks,
    mistakes,
    windowed=BOTH,
)
