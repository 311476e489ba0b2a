def negamax(state, depth, alpha, beta):
    return search(state, depth, (alpha, beta))


def search(state, plies, window):
    low, high = window
    pairs = state.successors() if plies else []
    if not pairs:
        return state.evaluate()
    for _, successor in pairs:
        low = max(low, -search(successor, plies - 1, (-high, -low)))
        if low >= high:
            return high
    return low
