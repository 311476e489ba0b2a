from math import inf


def aspiration_search(state, guess, epsilon):
    sign = 1 if state.to_move == "MAX" else -1
    for width in (epsilon, 4 * epsilon, inf):
        alpha, beta = guess - width, guess + width
        v = sign * negamax(state, *sorted((sign * alpha, sign * beta)), sign)
        if alpha < v < beta or width == inf:
            return v


def negamax(state, alpha, beta, sign):
    """Fail-hard: never returns anything outside of the window."""
    if state.is_terminal():
        return min(max(sign * state.utility(), alpha), beta)
    for child in state.children:
        alpha = max(alpha, -negamax(child, -beta, -alpha, -sign))
        if alpha >= beta:
            return beta
    return alpha
