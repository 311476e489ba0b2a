from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = -inf
    for action in state.actions():
        score = lower(state.result(action), -inf, inf)
        if score > best:
            best = score
        if best >= beta:
            break
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = inf
    for action in state.actions():
        score = higher(state.result(action), -inf, inf)
        if score < best:
            best = score
        if best <= alpha:
            break
    return best


def higher(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for child in state.children:
        alpha = max(alpha, lower(child, alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def lower(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for child in state.children:
        beta = min(beta, higher(child, alpha, beta))
        if beta <= alpha:
            return alpha
    return beta
