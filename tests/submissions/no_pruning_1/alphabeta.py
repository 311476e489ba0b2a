def search(node, alpha, beta, maximizing):
    if node.is_terminal():
        return node.utility()
    best = float("-inf") if maximizing else float("inf")
    for child in node.children:
        score = search(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
    return best


def max_value(state, alpha, beta):
    return search(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, beta, False)
