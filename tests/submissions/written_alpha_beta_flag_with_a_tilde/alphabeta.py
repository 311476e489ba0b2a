from math import inf


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    pick = max if maximizing_player else min
    value = -inf if maximizing_player else inf
    for child in node.children:
        score = alpha_beta(child, depth - 1, alpha, beta, ~maximizing_player)
        value = pick(value, score)
        if maximizing_player:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if beta <= alpha:
            break
    return value
