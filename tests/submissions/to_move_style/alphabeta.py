def value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    is_max = state.to_move == "MAX"
    best = float("-inf") if is_max else float("inf")
    for successor in map(state.result, state.actions()):
        found = value(successor, alpha, beta)
        if is_max:
            best = max(best, found)
            if best >= beta:
                return best
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            if best <= alpha:
                return best
            beta = min(beta, best)
    return best


max_value = min_value = value
