INF = float("inf")


def minimax(node, alpha, beta, maximizing_player):
    if node.is_terminal():
        return node.utility()
    if maximizing_player:
        value = -INF
        for child in node.children:
            value = max(value, minimax(child, alpha, beta, False))
            if value >= beta:
                break
            if value < beta:
                beta = value
        return value
    value = INF
    for child in node.children:
        value = min(value, minimax(child, alpha, beta, True))
        if value <= alpha:
            break
        if value > alpha:
            alpha = value
    return value


def max_value(state, alpha, beta):
    return minimax(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return minimax(state, alpha, beta, False)
