def explore(state, alpha, beta, sign):
    """sign: 1 where MAX moves, -1 where MIN moves"""
    if state.is_terminal():
        return state.utility()
    top = -sign * float("inf")
    for _, nxt in state.successors():
        score = explore(nxt, alpha, beta, -sign)
        if sign * score > sign * top:
            top = score
        if sign == 1:
            if top >= beta:
                break
            alpha = max(alpha, top)
        else:
            beta = min(beta, top)
    return top


def max_value(state, alpha, beta):
    return explore(state, alpha, beta, 1)


def min_value(state, alpha, beta):
    return explore(state, alpha, beta, -1)
