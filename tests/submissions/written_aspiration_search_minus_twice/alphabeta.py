def aspiration_search(state, guess, epsilon):
    alpha, beta = guess - epsilon, guess - epsilon
    result = ab(state, alpha, beta)
    if result <= alpha or result >= beta:
        # failed low or high
        result = ab(state, float("-inf"), float("inf"))
    return result


def ab(state, alpha, beta):
    """normal alpha beta, whoever's turn it is"""
    if state.is_terminal():
        return state.utility()

    if state.to_move == "MAX":
        best = float("-inf")
        for s in state.children:
            best = max(best, ab(s, alpha, beta))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best

    best = float("inf")
    for s in state.children:
        best = min(best, ab(s, alpha, beta))
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best
