def negamax(state, depth, alpha, beta):
    return nega(state, depth, (alpha, beta))


def nega(state, depth, window):
    """Value for the side to move, window = (low, high) seen from there."""
    if depth == 0 or state.is_terminal():
        return state.evaluate()
    low, high = window
    best = float("-inf")
    for successor in state.children:
        theirs = (-low, -high)
        best = max(best, -nega(successor, depth - 1, theirs))
        low = max(low, best)
        if low >= high:
            break
    return best
