def minimax(state, alpha=float("-inf"), beta=float("inf")):
    if state.is_terminal():
        return state.utility()
    best = None
    for child in state.children:
        value = minimax(child, alpha, beta)
        if state.to_move == "MAX":
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
