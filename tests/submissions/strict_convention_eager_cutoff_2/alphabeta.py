def search(node, alpha, beta, maximizing):
    if not node.children:
        return node.utility()
    best = None
    for child in node.children:
        value = search(child, alpha, beta, not maximizing)
        if best is None or (value > best if maximizing else value < best):
            best = value
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def max_value(state, alpha, beta):
    return search(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, beta, False)
