def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = -float("inf")
    for action in state.actions():
        nxt = state.result(action)
        reply = min_value(nxt, alpha, beta)
        if reply > best:
            best = reply
        if best >= beta:
            return best
        if best > alpha:
            alpha = best
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = float("inf")
    for action in state.actions():
        nxt = state.result(action)
        reply = max_value(state, alpha, beta)
        if reply < best:
            best = reply
        if best <= alpha:
            return best
        if best < beta:
            beta = best
    return best
