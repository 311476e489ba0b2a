from math import inf


def best_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    is_max = state.to_move == "MAX"
    v = -inf if is_max else inf
    for child in state.children:
        value = best_value(child, alpha, beta)
        if is_max:
            v = max(v, value)
            alpha = max(alpha, v)
        else:
            v = min(v, value)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return v


def alpha_beta_search(state):
    alpha, beta = -inf, inf
    values = {}
    for action in state.actions():
        values[action] = best_value(state.result(action), alpha, beta)
        if state.to_move == "MAX":
            alpha = max(alpha, values[action])
        else:
            beta = min(beta, values[action])
    return max(values, key=values.get)
