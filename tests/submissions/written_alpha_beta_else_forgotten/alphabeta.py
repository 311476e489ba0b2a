import math


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    if maximizing_player:
        bound, choose = -math.inf, max
    else:
        bound, choose = math.inf, min
    for child in node.children:
        score = alpha_beta(child, depth - 1, alpha, beta, not maximizing_player)
        bound = choose(bound, score)
        if not maximizing_player:
            beta = min(beta, bound)
        alpha = max(alpha, bound)
        if beta <= alpha:
            return bound
    return bound
