def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if node.is_terminal():
        return node.utility()
    if not depth:
        return node.evaluate()
    for _, successor in node.successors():
        v = alpha_beta(successor, depth - 1, alpha, beta, not maximizing_player)
        if maximizing_player and v > alpha:
            alpha = min(v, beta)
        if not maximizing_player and v < beta:
            beta = max(v, alpha)
        if alpha == beta:
            break
    return alpha if maximizing_player else beta
