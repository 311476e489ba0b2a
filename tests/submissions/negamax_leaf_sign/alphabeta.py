def negamax(state, depth, alpha, beta):
    if depth <= 0 or state.is_terminal():
        return -state.evaluate()
    for child in state.children:
        value = -negamax(child, depth - 1, -beta, -alpha)
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return alpha
