import math

from game import State


def alpha_beta_search(state: State) -> str:
    if state.to_move == "MAX":
        v = max_value(state, -math.inf, math.inf)
        evaluate = min_value
    else:
        v = min_value(state, -math.inf, math.inf)
        evaluate = max_value
    # return the action in successors with value v
    for action, successor in state.successors():
        if evaluate(successor, -math.inf, math.inf) == v:
            return action


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -math.inf
    for _, s in state.successors():
        v = max(v, min_value(s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = math.inf
    for _, s in state.successors():
        v = min(v, max_value(s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
