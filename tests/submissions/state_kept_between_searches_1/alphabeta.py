from math import inf

seen = {}  # name of a state -> its value


def max_value(state, alpha, beta):
    if state.name in seen:
        return seen[state.name]
    if state.is_terminal():
        best = state.utility()
    else:
        best = -inf
        for child in state.children:
            best = max(best, min_value(child, alpha, beta))
            if best >= beta:
                break
            alpha = max(alpha, best)
    seen[state.name] = best
    return best


def min_value(state, alpha, beta):
    if state.name in seen:
        return seen[state.name]
    if state.is_terminal():
        best = state.utility()
    else:
        best = inf
        for child in state.children:
            best = min(best, max_value(child, alpha, beta))
            if best <= alpha:
                break
            beta = min(beta, best)
    seen[state.name] = best
    return best
