def search(node, alpha, beta, maximizing):
    if node.is_terminal():
        return node.utility()
    if maximizing:
        best = float("-inf")
        for child in node.children:
            best = max(best, search(child, alpha, beta, False))
            if best >= beta:
                break
        return best
    best = float("inf")
    for child in node.children:
        best = min(best, search(child, alpha, beta, True))
        beta = min(beta, best)
        if best <= alpha:
            break
    return best


def max_value(state, alpha, beta):
    return search(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, beta, False)
