from game import State


def alphabeta(node, alpha, beta, is_max):
    """does the work for both players"""
    if node.is_terminal():
        return node.utility()
    kids = node.children
    if is_max:
        v = alphabeta(kids[0], alpha, beta, False)
        i = 1
        alpha = max(alpha, v)
        while i < len(kids) and alpha < beta:
            v = max(v, alphabeta(kids[i], alpha, beta, False))
            alpha = max(alpha, v)
            i += 1
    else:
        v = alphabeta(kids[0], alpha, beta, True)
        i = 1
        beta = min(beta, v)
        while i < len(kids) and alpha < beta:
            v = min(v, alphabeta(kids[i], alpha, beta, True))
            beta = min(beta, v)
            i += 1
    return v


def max_value(state: State, alpha: float, beta: float) -> float:
    return alphabeta(state, alpha, beta, True)


def min_value(state: State, alpha: float, beta: float) -> float:
    return alphabeta(state, alpha, beta, True)
