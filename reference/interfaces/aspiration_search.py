"""Aspiration search (Eppstein's notes): a first pass with a narrow window around a guess, and another if it fails."""

from collections.abc import Iterator
from math import inf

from reference.game import State, Value
from reference.interfaces import EPSILON, GUESS, ROOT, Interface, Visits, exact_answer
from reference.interfaces.max_value_min_value import BOTH, max_value, min_value
from reference.problem import Observation, Problem


def aspiration_search(state: State, guess: Value, epsilon: Value) -> Value:
    """The exact value of a state, by the three cases of Eppstein's notes.

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
    """The first pass must be exact. Where it fails, the search must look again, on whatever schedule."""
    first, looks, goes_on = (
        first_pass(expected.looks),
        without_repeats(found.looks),
        True,
    )
    if len(without_repeats(expected.looks)) > len(first):
        goes_on, looks = len(looks) > len(first), looks[: len(first)]
    return Visits(goes_on and set(looks) == set(first), goes_on and looks == first)


def first_pass(looks: tuple[int, ...]) -> tuple[int, ...]:
    """The looks of the textbook's first pass: each begins at the same leaf and looks at none twice."""
    return looks[: looks.index(looks[0], 1)] if looks[0] in looks[1:] else looks


def without_repeats(looks: tuple[int, ...]) -> tuple[int, ...]:
    """Looks with repeats in a row counted once."""
    return tuple(
        node
        for node, before in zip(looks, (-1, *looks), strict=False)
        if node != before
    )


def mistakes(problem: Problem) -> Iterator[tuple[str, str]]:
    """The first window comes from guess and epsilon, and from nothing else."""
    missing = [name for name in ("guess", "epsilon") if getattr(problem, name) is None]
    yield from ((name, f'aspiration_search needs "{name}"') for name in missing)
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
