def alphabeta(tree, alpha, beta, maximizing):
    if isinstance(tree, (int, float)):
        return tree
    leaves = [child for child in tree if isinstance(child, (int, float))]
    others = [child for child in tree if not isinstance(child, (int, float))]
    best = float("-inf") if maximizing else float("inf")
    for child in sorted(leaves, reverse=maximizing) + others:
        value = alphabeta(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
