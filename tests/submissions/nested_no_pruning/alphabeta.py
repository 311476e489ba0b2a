def alphabeta(tree, alpha, beta, maximizing):
    if isinstance(tree, (int, float)):
        return tree
    values = [alphabeta(child, alpha, beta, not maximizing) for child in tree]
    return max(values) if maximizing else min(values)
