from math import inf


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if depth == 0:
        return node.evaluate()
    if maximizing_player:
        v = -inf
        for n in node.children:
            v = max(v, alpha_beta(n, depth - 1, alpha, beta, False))
            alpha = max(alpha, v)
            if alpha > beta:
                return v
        return v
    else:
        v = inf
        for n in node.children:
            v = min(v, alpha_beta(n, depth - 1, alpha, beta, True))
            beta = min(beta, v)
            if alpha > beta:
                return v
        return v
