from math import inf


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    """Negamax with a sign: +1 where MAX is to move, -1 where MIN is."""
    sign = 1 if maximizing_player else -1
    return sign * search(node, depth, *sorted((sign * alpha, sign * beta)), sign)


def search(node, plies, low, high, sign):
    moves = node.actions() if plies >= 0 else []
    if not moves:
        return sign * node.evaluate()
    best = -inf
    for move in moves:
        score = -search(node.result(move), plies - 1, -high, -low, -sign)
        best = max(best, score)
        if best >= high:
            return best
        low = max(low, best)
    return best
