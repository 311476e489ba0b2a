"""Alpha-beta without any loop."""

NOTHING_YET = {True: float("-inf"), False: float("inf")}
BETTER = {True: max, False: min}


def best_of(kids, best, alpha, beta, is_max):
    """The best of the kids, and of what was found before them."""
    if not kids or alpha >= beta:
        return best
    best = BETTER[is_max](best, value(kids[0], alpha, beta, not is_max))
    if is_max:
        return best_of(kids[1:], best, max(alpha, best), beta, is_max)
    return best_of(kids[1:], best, alpha, min(beta, best), is_max)


def value(state, alpha, beta, is_max):
    if state.is_terminal():
        return state.utility()
    return best_of(state.children, NOTHING_YET[is_max], alpha, beta, is_max)


def max_value(state, alpha, beta):
    return value(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return value(state, alpha, beta, False)
