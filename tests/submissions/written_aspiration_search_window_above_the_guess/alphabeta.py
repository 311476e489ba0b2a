from math import inf


def aspiration_search(state, guess, epsilon):
    # 1. try a narrow window
    alpha = guess
    beta = guess + epsilon
    value = ab(state, alpha, beta)
    # 2. fail low / fail high: full window
    if value <= alpha or value >= beta:
        value = ab(state, -inf, inf)
    return value


def ab(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    if node.to_move == "MAX":
        best = -inf
        for child in node.children:
            best = max(best, ab(child, alpha, beta))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
    else:
        best = inf
        for child in node.children:
            best = min(best, ab(child, alpha, beta))
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best
