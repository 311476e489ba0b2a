def max_value(state, alpha, beta):
    # base case
    if state.is_terminal():
        return state.utility()

    bestScore = float("-inf")
    for child in state.children:
        score = min_value(child, alpha, beta)
        bestScore = max(bestScore, score)
        max(alpha, bestScore)
        if bestScore >= beta:
            return bestScore    # beta cut
    return bestScore


def min_value(state, alpha, beta):
    # base case
    if state.is_terminal():
        return state.utility()

    bestScore = float("inf")
    for child in state.children:
        score = max_value(child, alpha, beta)
        bestScore = min(bestScore, score)
        beta = min(beta, bestScore)
        if bestScore <= alpha:
            return bestScore    # alpha cut
    return bestScore
