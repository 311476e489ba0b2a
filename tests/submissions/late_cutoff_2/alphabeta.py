from math import inf


def look(node, alpha, beta, maximizing):
    if node.is_terminal():
        return node.utility()
    kids = node.children
    best = -inf if maximizing else inf
    i = 0
    done = False
    while i < len(kids) and not done:
        new = look(kids[i], alpha, beta, not maximizing)
        if maximizing:
            if best >= beta:
                done = True
            else:
                best = max(best, new)
                alpha = max(alpha, best)
        else:
            if best <= alpha:
                done = True
            else:
                best = min(best, new)
                beta = min(beta, best)
        i = i + 1
    return best


def max_value(state, alpha, beta):
    return look(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return look(state, alpha, beta, False)
