NEG, POS = float("-inf"), float("inf")


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    plies = depth - 1  # one is used up here
    if plies == 0 or node.is_terminal():
        return node.evaluate()
    v = NEG if maximizing_player else POS
    for action, child in node.successors():
        u = alpha_beta(child, plies, alpha, beta, not maximizing_player)
        v = max(v, u) if maximizing_player else min(v, u)
        if maximizing_player:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if not alpha < beta:
            return v
    return v
