from math import inf


def search(state, alpha, beta, maximize):
    if state.is_terminal():
        return state.utility()
    best = -inf if maximize else inf
    for action, child in state.successors():
        score = search(child, beta, alpha, not maximize)
        if maximize:
            if score > best:
                best = score
            if best >= beta:
                break
            alpha = max(alpha, best)
        else:
            if score < best:
                best = score
            if best <= alpha:
                break
            beta = min(beta, best)
    return best


def max_value(state, alpha, beta):
    return search(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, beta, False)
