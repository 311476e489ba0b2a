from math import inf


def negamax(state, depth, alpha, beta):
    """Each child gets the window of the opponent."""
    if state.is_terminal() or depth <= 0:
        return state.evaluate()
    score = -inf
    low, high = -beta, -alpha
    for child in state.children:
        reply = negamax(child, depth - 1, low, high)
        if -reply > score:
            score = -reply
        alpha = max(alpha, score)
        if beta <= alpha:
            break
    return score
