# Alpha Beta, group 7


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    seen = []
    for s in state.children:
        seen.append(min_value(s, alpha, beta))
        alpha = max(alpha, max(seen))
        if alpha >= beta:
            break
    return max(seen)


def min_value(state, alpha, beta, seen=[]):
    if state.is_terminal():
        return state.utility()
    for s in state.children:
        seen.append(max_value(s, alpha, beta))
        beta = min(beta, min(seen))
        if alpha >= beta:
            break
    return min(seen)
