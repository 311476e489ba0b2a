from math import inf


def search(node, alpha, beta, maximizing):
    if node.is_terminal():
        return node.utility()
    if maximizing:
        best = -inf
        for child in node.children:
            best = max(best, search(child, alpha, beta, False))
            if alpha >= beta:
                break
            alpha = max(alpha, best)
        return best
    best = inf
    for child in node.children:
        best = min(best, search(child, alpha, beta, True))
        if alpha >= beta:
            break
        beta = min(beta, best)
    return best


def max_value(state, alpha, beta):
    return search(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, beta, False)
