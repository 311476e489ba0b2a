def max_value(state, alpha, beta):
    if not state.children:
        return state.utility()
    highest = float("-inf")
    for child in state.children:
        score = min_value(child, alpha, beta)
        if highest >= beta:
            break
        highest = max(score, highest)
        alpha = max(highest, alpha)
    return highest


def min_value(state, alpha, beta):
    if not state.children:
        return state.utility()
    lowest = float("inf")
    for child in state.children:
        score = max_value(child, alpha, beta)
        if lowest <= alpha:
            break
        lowest = min(score, lowest)
        beta = min(lowest, beta)
    return lowest
