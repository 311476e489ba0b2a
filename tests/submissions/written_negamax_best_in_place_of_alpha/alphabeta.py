def negamax(state, depth, alpha, beta):
    leaf = depth == 0 or state.is_terminal()
    if leaf:
        return state.evaluate()

    best = float('-inf')
    remaining = list(state.children)
    while remaining and best < beta:
        nxt = remaining[0]
        remaining = remaining[1:]
        value = -negamax(nxt, depth - 1, -beta, -best)
        if value > best:
            best = value
    return best
