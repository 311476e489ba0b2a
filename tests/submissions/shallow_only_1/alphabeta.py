from math import inf


def search(node, limit, maximizing):
    """limit: the best value so far of the node above"""
    if node.is_terminal():
        return node.utility()
    best = -inf if maximizing else inf
    for child in node.children:
        value = search(child, best, not maximizing)
        if maximizing:
            best = max(best, value)
            if best >= limit:
                break
        else:
            best = min(best, value)
            if best <= limit:
                break
    return best


def max_value(state, alpha, beta):
    return search(state, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, False)
