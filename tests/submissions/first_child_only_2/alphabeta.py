INF = float("inf")


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    moves = state.actions()
    best, n = -INF, 0
    while n < len(moves):
        score = min_value(state.result(moves[n]), alpha, beta)
        if score > best:
            best = score
        if best < beta:
            alpha = max(alpha, best)
            n += 1
            return best
        else:
            return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    moves = state.actions()
    best, n = INF, 0
    while n < len(moves):
        score = max_value(state.result(moves[n]), alpha, beta)
        if score < best:
            best = score
        if best > alpha:
            beta = min(beta, best)
            n += 1
            return best
        else:
            return best
