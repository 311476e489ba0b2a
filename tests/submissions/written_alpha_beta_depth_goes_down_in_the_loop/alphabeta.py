import math


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    if maximizing_player:
        value = -math.inf
        for child in node.children:
            depth = depth - 1
            value = max(value, alpha_beta(child, depth, alpha, beta, False))
            if value >= beta:
                break
            alpha = max(alpha, value)
        return value
    value = math.inf
    for child in node.children:
        value = min(value, alpha_beta(child, depth - 1, alpha, beta, True))
        if value <= alpha:
            break
        beta = min(beta, value)
    return value
