"""`max_value` and `min_value` return a value and the move that leads to it."""

from math import inf
from numbers import Number

NEEDS = ("max_value", "min_value")


def search(student, state, problem):
    name = "max_value" if problem.to_move == "MAX" else "min_value"
    returned = getattr(student, name)(state, *problem.window)
    if not isinstance(returned, tuple) or len(returned) != 2:
        problem.refuse(
            f"{name} must return a pair (value, move); "
            f"it returned {problem.shown(returned)}"
        )
    value, move = returned
    if problem.interface == "alpha_beta_search":  # this exercise is about the move
        # The usual loop has none where each loses for certain.
        if move not in state.actions():
            words = (
                "the move must be one of state.actions(); "
                f"{name} returned {problem.shown(returned)}"
            )
            worst = -inf if problem.to_move == "MAX" else inf
            problem.refuse(words, unless_lost=returned == (worst, None))
        return move
    if not isinstance(value, Number):
        problem.refuse(
            f"the value must be a number; {name} returned {problem.shown(returned)}"
        )
    return value
