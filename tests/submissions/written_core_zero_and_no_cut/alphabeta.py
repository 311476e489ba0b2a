def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    else:
        bestValue = 0  # nothing found yet
        for child in state.children:
            childValue = min_value(child, alpha, beta)
            if childValue > bestValue:
                bestValue = childValue
            if bestValue >= beta:
                return bestValue # prune
            if bestValue > alpha:
                alpha = bestValue
        return bestValue

def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = float('inf')
    for child in state.children:
        best = min(best, max_value(child, alpha, beta))
        beta = min(beta, best)
    return best
