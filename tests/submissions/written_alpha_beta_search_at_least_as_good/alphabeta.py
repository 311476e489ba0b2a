from math import inf

from game import State


def alpha_beta_search(state: State) -> str:
    if state.to_move == "MIN":
        return search_min(state)
    return search_max(state)


def search_max(state):
    best_value, best_action = -inf, None
    for action in state.actions():
        value = min_value(state.result(action), best_value, inf)
        if value >= best_value:
            best_value, best_action = value, action
    return best_action


def search_min(state):
    best_value, best_action = inf, None
    for action in state.actions():
        value = max_value(state.result(action), -inf, best_value)
        if best_action is None or value < best_value:
            best_value, best_action = value, action
    return best_action


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for action in state.actions():
        v = max(v, min_value(state.result(action), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for action in state.actions():
        v = min(v, max_value(state.result(action), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
