import math


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    # stop condition
    if depth <= 1 or node.is_terminal():
        return node.evaluate()

    best = -math.inf if maximizing_player else math.inf
    for move in node.actions():
        child = node.result(move)
        score = alpha_beta(child, depth - 1, alpha, beta, not maximizing_player)
        if maximizing_player:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
