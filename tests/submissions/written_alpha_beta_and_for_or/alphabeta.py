def alpha_beta(node, depth, alpha, beta, maximizing_player):
    # stop at the leaves
    if depth == 0 and node.is_terminal():
        return node.evaluate()

    best = None
    for child in node.children:
        if maximizing_player:
            value = alpha_beta(child, depth - 1, alpha, beta, False)
            if best is None or value > best:
                best = value
            alpha = max(alpha, best)
        else:
            value = alpha_beta(child, depth - 1, alpha, beta, True)
            if best is None or value < best:
                best = value
            beta = min(beta, best)
        if alpha >= beta:
            break
    if best is None:
        return node.evaluate()
    return best
