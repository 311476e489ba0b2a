"""Alpha-beta search as Russell & Norvig write it (AIMA 3e, figure 5.7).

Fail-soft: outside the window the best value found is returned, not the end of the
window.
"""

from math import inf

from reference.game import State, Value
from reference.interfaces import ALPHA, BETA, ROOT, Interface, right_bounds
from reference.problem import Problem


def max_value(state: State, alpha: Value, beta: Value) -> Value:
    """MAX-VALUE of AIMA figure 5.7: the value of a state in which MAX is to move."""
    if state.is_terminal():
        return state.utility()
    v: Value = -inf
    for _, successor in state.successors():
        v = max(v, min_value(successor, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state: State, alpha: Value, beta: Value) -> Value:
    """MIN-VALUE of AIMA figure 5.7: the value of a state in which MIN is to move."""
    if state.is_terminal():
        return state.utility()
    v: Value = inf
    for _, successor in state.successors():
        v = min(v, max_value(successor, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def mistakes(problem: Problem) -> list[tuple[str, str]]:
    """Require that the function that is judged alone is the one that starts."""
    player = {"max_value": "MAX", "min_value": "MIN"}.get(problem.isolate or "")
    if player in (None, problem.tree.players[0]):
        return []
    message = (
        f"{problem.isolate} starts where {player} moves at the root: "
        f'write "root": "{player.lower()}"'
    )
    return [("isolate", message)]


BOTH = ("max_value", "min_value")
INTERFACE = Interface(
    "max_value/min_value",
    BOTH,
    (ROOT, ALPHA, BETA),
    right_bounds,
    mistakes=mistakes,
    windowed=BOTH,
)
