"""min_value is right, and passes its bounds by name; max_value never stops early."""

INFINITY = float("inf")


def max_value(state, alpha, beta):
    return max(min_value(child, alpha=alpha, beta=beta) for child in state.children) if state.children else state.utility()


def min_value(state, alpha, beta):
    if not state.children:
        return state.utility()
    best = INFINITY
    for child in state.children:
        best = min(best, max_value(child, alpha=alpha, beta=beta))
        if best <= alpha:
            break
        beta = min(beta, best)
    return best
