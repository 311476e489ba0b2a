INF = float("inf")


def max_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    top = -INF
    for child in node.children:
        if got := min_value(child, alpha, beta) > top:
            top = got
        if top >= beta:
            return top
        alpha = max(alpha, top)
    return top


def min_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    low = INF
    for child in node.children:
        if (got := max_value(child, alpha, beta)) < low:
            low = got
        if low <= alpha:
            return low
        beta = min(beta, low)
    return low
