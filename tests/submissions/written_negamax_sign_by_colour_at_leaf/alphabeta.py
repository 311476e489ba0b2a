from math import inf


def negamax(state, depth, alpha, beta):
    if depth == 0 or state.is_terminal():
        if state.to_move == "MIN":
            return -state.evaluate()
        return state.evaluate()
    m = -inf
    for c in state.children:
        x = -negamax(c, depth - 1, -beta, -alpha)
        if x > m:
            m = x
        if m > alpha:
            alpha = m
        if alpha >= beta:
            return m
    return m
