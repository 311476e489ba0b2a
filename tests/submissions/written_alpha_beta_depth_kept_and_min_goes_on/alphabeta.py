from math import inf


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    def for_max():
        nonlocal alpha
        v = -inf
        for child in node.children:
            v = max(v, alpha_beta(child, depth, alpha, beta, False))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v

    def for_min():
        nonlocal beta
        v = inf
        for child in node.children:
            v = min(v, alpha_beta(child, depth - 1, alpha, beta, True))
            beta = min(beta, v)
        return v

    if depth == 0 or node.is_terminal():
        return node.evaluate()
    return for_max() if maximizing_player else for_min()
