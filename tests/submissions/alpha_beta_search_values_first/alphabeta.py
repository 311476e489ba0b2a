from math import inf


def value_of(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    better = max if state.to_move == "MAX" else min
    best = None
    for _, successor in state.successors():
        v = value_of(successor, alpha, beta)
        best = v if best is None else better(best, v)
        if better is max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            return best
    return best


def alpha_beta_search(state):
    better = max if state.to_move == "MAX" else min
    values = {}
    alpha, beta = -inf, inf
    for action, successor in state.successors():
        values[action] = value_of(successor, alpha, beta)
        if better is max:
            alpha = max(alpha, values[action])
        else:
            beta = min(beta, values[action])
        if alpha >= beta:
            break
    return better(values, key=values.get)
