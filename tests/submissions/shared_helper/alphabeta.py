from math import inf


def alpha_beta(node, alpha, beta, maximizing):
    if node.is_terminal():
        return node.utility()
    if maximizing:
        best = -inf
        for child in node.children:
            best = max(best, alpha_beta(child, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = inf
    for child in node.children:
        best = min(best, alpha_beta(child, alpha, beta, True))
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def max_value(state, alpha, beta):
    return alpha_beta(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return alpha_beta(state, alpha, beta, False)
