"""alpha_beta, after the pseudo-code of the article."""

infinity = float("inf")


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    if maximizing_player:
        v = -infinity
        for child in node.children:
            v = max(v, alpha_beta(child, depth - 1, alpha, beta, maximizing_player))
            alpha = max(alpha, v)
            if beta <= alpha:
                break
        return v
    else:
        v = infinity
        for child in node.children:
            v = min(v, alpha_beta(child, depth - 1, alpha, beta, maximizing_player))
            beta = min(beta, v)
            if beta <= alpha:
                break
        return v
