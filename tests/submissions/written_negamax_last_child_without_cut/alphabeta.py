inf = float('inf')

def end(state, depth):
    return depth == 0 or state.is_terminal()

def negamax(state, depth, alpha, beta):
    if end(state, depth):
        return state.evaluate()
    best = -inf
    for child in state.children:
        v = -1 * negamax(child, depth - 1, -1 * beta, -1 * alpha)
        if v > best:
            best = v
        if best >= beta:
            return best
    return v
