def negamax(state, depth, alpha, beta):
    if depth <= 0 or state.is_terminal():
        return state.evaluate()
    return max(-negamax(child, depth - 1, alpha, beta) for child in state.children)
