import math
from game import State


def alpha_beta(node: State, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    if depth == 0 or node.is_terminal():
        return node.evaluate()

    if maximizing_player:
        max_eval = -math.inf
        for child in node.children:
            evaluation = alpha_beta(child, depth - 1, alpha, beta, False)
            max_eval = max(max_eval, evaluation)
            alpha = max(alpha, evaluation)
            if beta <= alpha:
                break
        return max_eval

    else:
        min_eval = math.inf
        for child in node.children:
            evaluation = alpha_beta(child, depth - 1, alpha, beta, False)
            min_eval = min(min_eval, evaluation)
            beta = min(beta, evaluation)
            if beta <= alpha:
                break
        return min_eval
