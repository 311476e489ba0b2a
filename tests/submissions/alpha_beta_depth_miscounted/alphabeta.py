from math import inf


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    if maximizing_player:
        v = -inf
        for child in node.children:
            v = max(v, alpha_beta(child, depth - 2, alpha, beta, False))
            alpha = max(alpha, v)
            if beta <= alpha:
                break
        return v
    v = inf
    for child in node.children:
        v = min(v, alpha_beta(child, depth - 2, alpha, beta, True))
        beta = min(beta, v)
        if beta <= alpha:
            break
    return v
