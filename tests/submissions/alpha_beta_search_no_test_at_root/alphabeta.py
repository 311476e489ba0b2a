import math


def alpha_beta_search(state):
    if state.to_move == "MIN":
        best_score, best_action = math.inf, None
        for a in state.actions():
            v = max_value(state.result(a), -math.inf, best_score)
            if best_action is None or v < best_score:
                best_score, best_action = v, a
        return best_action
    best_score, best_action = -math.inf, None
    for a in state.actions():
        v = min_value(state.result(a), best_score, math.inf)
        if best_action is None or v > best_score:
            best_score, best_action = v, a
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
