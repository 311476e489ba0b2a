def alpha_beta(node, depth, alpha, beta, maximizing_player):
    """Alpha-beta, depth limited (lecture 6, slide 31)."""
    if node.is_terminal() or depth == 0:
        return node.evaluate()

    children = node.children

    if maximizing_player:
        value = float("-inf")
        for child in children:
            value = max(value, alpha_beta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    else:
        value = float("inf")
        for child in children:
            value = min(value, alpha_beta(child, alpha, beta, depth - 1, True))
            beta = min(beta, value)
            if beta <= alpha:
                break
        return value
