"""alphabeta of the lecture notes, in Python."""


def negamax(state, depth, alpha, beta):
    if depth <= 1 or state.is_terminal():
        return state.evaluate()
    for child in state.children:
        val = -negamax(child, depth - 1, -beta, -alpha)
        if val >= beta:
            return val
        if val > alpha:
            alpha = val
    return alpha
