import math


def negamax(state, depth, alpha, beta):
    if state.is_terminal() or depth == 0:
        return state.evaluate()
    best = -math.inf
    for a in state.actions():
        score = negamax(state.result(a), depth - 1, -beta, -alpha)
        # my score is minus the opponent's
        best = max(best, score)
        alpha = max(alpha, -score)
        if alpha >= beta:
            return best
    return best
