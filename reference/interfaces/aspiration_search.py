"""Aspiration search (Eppstein's notes).

The first pass has a narrow window around a guess. If it fails, there is another pass.
"""

from collections.abc import Iterator
from itertools import groupby
from math import inf

from reference.game import State, Value
from reference.interfaces import EPSILON, GUESS, ROOT, Interface, Visits, exact_answer
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


def visits(problem: Problem, expected: Observation, found: Observation) -> Visits:
    """Compare the first pass of a search with the textbook's.

    Where the textbook's fails, the search must look again, at whatever it likes.
    """
    first = first_pass(expected.looks)
    looks = without_repeats(found.looks)
    if len(without_repeats(expected.looks)) > len(first):
        if len(looks) <= len(first):
            return Visits(False, False)
        looks = looks[: len(first)]
    return Visits(set(looks) == set(first), looks == first)


def first_pass(looks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the looks of the textbook's first pass.

    Each pass begins at the same leaf, and looks at no leaf twice.
    """
    return looks[: looks.index(looks[0], 1)] if looks[0] in looks[1:] else looks


def without_repeats(looks: tuple[int, ...]) -> tuple[int, ...]:
    """Return looks with repeats in a row counted once."""
    return tuple(node for node, _ in groupby(looks))


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
    visits,
    mistakes,
    windowed=BOTH,
)
