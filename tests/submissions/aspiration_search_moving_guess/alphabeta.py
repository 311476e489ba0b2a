INFINITY = float("inf")


def aspiration_search(state, guess, epsilon):
    alpha, beta = guess - epsilon, guess + epsilon
    for tries in range(4):
        v = search(state, alpha, beta)
        if alpha < v < beta:
            break
        epsilon *= 4
        guess = guess + epsilon if v >= beta else guess - epsilon
        alpha, beta = guess - epsilon, guess + epsilon
        if tries == 2:
            alpha, beta = -INFINITY, INFINITY
    return v


def search(node, alpha, beta):
    if not node.children:
        return node.utility()
    best = None
    for child in node.children:
        value = search(child, alpha, beta)
        if node.to_move == "MAX":
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
