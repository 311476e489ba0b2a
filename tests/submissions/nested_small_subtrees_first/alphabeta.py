from math import inf


def leaves_of(tree):
    return 1 if isinstance(tree, (int, float)) else sum(map(leaves_of, tree))


def alphabeta(tree, alpha, beta, maximizing):
    if isinstance(tree, (int, float)):
        return tree
    children = sorted(tree, key=leaves_of)
    best = -inf if maximizing else inf
    for child in children:
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
