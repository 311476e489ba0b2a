from math import inf


def aspiration_search(state, guess, epsilon):
    """Widen the side on which a pass fails, until the value is inside."""
    down = up = epsilon
    value = alpha_beta(state, guess - down, guess + up)
    while not guess - down < value < guess + up:
        if value <= guess - down:
            down *= 4
        else:
            up *= 4
        value = alpha_beta(state, guess - down, guess + up)
    return value


def alpha_beta(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        best = -inf
        for child in state.children:
            best = max(best, alpha_beta(child, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = inf
        for child in state.children:
            best = min(best, alpha_beta(child, alpha, beta))
            beta = min(beta, best)
            if alpha > beta:
                break
    return best
