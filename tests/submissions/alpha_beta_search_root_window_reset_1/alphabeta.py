import math


def alpha_beta_search(state):
    best_action, best_value = None, None
    for a in state.actions():
        if state.to_move == "MAX":
            v = min_value(state.result(a), -math.inf, math.inf)
            better = best_value is None or v > best_value
        else:
            v = max_value(state.result(a), -math.inf, math.inf)
            better = best_value is None or v < best_value
        if better:
            best_action, best_value = a, v
        if best_value == (math.inf if state.to_move == "MAX" else -math.inf):
            break
    return best_action


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -math.inf
    for a in state.actions():
        v = max(v, min_value(state.result(a), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = math.inf
    for a in state.actions():
        v = min(v, max_value(state.result(a), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
