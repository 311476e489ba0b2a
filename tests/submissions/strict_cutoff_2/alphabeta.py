INF = float("inf")


def prune(node, alpha, beta, player):
    if node.is_terminal():
        return node.utility()
    if player == "MAX":
        value = -INF
        for action in node.actions():
            value = max(value, prune(node.result(action), alpha, beta, "MIN"))
            alpha = max(alpha, value)
            if beta < alpha:
                break
    else:
        value = INF
        for action in node.actions():
            value = min(value, prune(node.result(action), alpha, beta, "MAX"))
            beta = min(beta, value)
            if beta < alpha:
                break
    return value


def max_value(state, alpha, beta):
    return prune(state, alpha, beta, "MAX")


def min_value(state, alpha, beta):
    return prune(state, alpha, beta, "MIN")
