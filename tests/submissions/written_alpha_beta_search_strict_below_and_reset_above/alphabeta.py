from math import inf
from game import State


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for c in state.children:
        v = max(v, min_value(c, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for c in state.children:
        v = min(v, max_value(c, alpha, beta))
        if v < alpha:
            return v
        beta = min(beta, v)
    return v


def alpha_beta_search(state: State) -> str:
    is_max = state.to_move == "MAX"
    alpha, beta = -inf, inf
    chosen = None
    top = None
    for action in state.actions():
        child = state.result(action)
        if is_max:
            v = min_value(child, alpha, beta)
        else:
            v = max_value(child, alpha, beta)
        if chosen is None or (is_max and v > top) or (not is_max and v < top):
            chosen, top = action, v
    return chosen
