oo = float("inf")


def negamax(state, depth, alpha, beta):
    if depth == 0:
        state.evaluate()
    if state.is_terminal():
        return state.evaluate()
    m = -oo
    for (action, succ) in state.successors():
        x = -negamax(succ, depth-1, -beta, -alpha)
        m = x if x > m else m
        alpha = m if m > alpha else alpha
        if beta <= alpha:
            return m
    return m
