from math import inf
from game import State


def alpha_beta(node: State, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    if depth == 0 or node.is_terminal():
        return node.evaluate()

    # move ordering: good moves first gives more cutoffs
    kids = sorted(node.children, key=lambda n: n.evaluate(), reverse=maximizing_player)

    if maximizing_player:
        value = -inf
        for kid in kids:
            value = max(value, alpha_beta(kid, depth - 1, alpha, beta, False))
            if value >= beta:
                break
            alpha = max(alpha, value)
        return value
    else:
        value = inf
        for kid in kids:
            value = min(value, alpha_beta(kid, depth - 1, alpha, beta, True))
            if value <= alpha:
                break
            beta = min(beta, value)
        return value
