def aspiration_search(state, guess, epsilon):
    sign = 1 if state.to_move == "MAX" else -1
    while True:
        alpha, beta = guess - epsilon, guess + epsilon
        v = sign * negamax(state, *sorted((sign * alpha, sign * beta)), sign)
        if v < beta:
            return v
        epsilon = 2 * epsilon


def negamax(state, alpha, beta, sign):
    """Fail-hard: never returns anything outside of the window."""
    if state.is_terminal():
        return min(max(sign * state.utility(), alpha), beta)
    for child in state.children:
        alpha = max(alpha, -negamax(child, -beta, -alpha, -sign))
        if alpha >= beta:
            return beta
    return alpha
