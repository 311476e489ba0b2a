from math import inf


def negamax(state, depth, alpha, beta):
    if state.is_terminal():
        return state.utility()
    if depth == 0:
        return state.evaluate()
    best = -inf
    for move in state.actions():
        score = -negamax(state.result(move), depth - 1, beta, max(alpha, best))
        best = max(best, score)
        if best >= beta:
            break
    return best
