from math import inf


def search(state, alpha, beta, maximizing):
    if state.is_terminal():
        return state.utility()
    value_of = {}
    for action in state.actions():
        value_of[action] = search(state.result(action), alpha, beta, not maximizing)
    best = -inf if maximizing else inf
    for action in value_of:
        if maximizing:
            best = max(best, value_of[action])
            alpha = max(alpha, best)
            if best >= beta:
                break
        else:
            best = min(best, value_of[action])
            beta = min(beta, best)
            if best <= alpha:
                break
    return best


def max_value(state, alpha, beta):
    return search(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, beta, False)
