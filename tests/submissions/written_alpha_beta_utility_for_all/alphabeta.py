from math import inf


def is_end(node, depth):
    return depth == 0 or node.is_terminal()


def maxi(node, depth, alpha, beta):
    v = -inf
    for child in node.children:
        v = max(v, alpha_beta(child, depth - 1, alpha, beta, False))
        if v >= beta:
            break
        alpha = max(alpha, v)
    return v


def mini(node, depth, alpha, beta):
    v = inf
    for child in node.children:
        v = min(v, alpha_beta(child, depth - 1, alpha, beta, True))
        if v <= alpha:
            break
        beta = min(beta, v)
    return v


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if is_end(node, depth):
        return node.utility()
    step = maxi if maximizing_player else mini
    return step(node, depth, alpha, beta)
