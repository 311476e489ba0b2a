def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if node.is_terminal():
        return node.utility()
    depth -= 1
    if depth <= 0:
        return node.evaluate()
    best = None
    for child in node.children:
        value = alpha_beta(child, depth, alpha, beta, not maximizing_player)
        if maximizing_player:
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
