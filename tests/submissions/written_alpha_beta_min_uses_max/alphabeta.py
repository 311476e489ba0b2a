from game import State
import math


def alpha_beta(node: State, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    if depth == 0 or node.is_terminal():
        return node.evaluate()

    children = node.children
    if maximizing_player:
        best_val = -math.inf
        for child in children:
            tmp = alpha_beta(child, depth - 1, alpha, beta, False)
            best_val = max(best_val, tmp)
            alpha = max(alpha, tmp)
            if alpha >= beta:
                break
    else:
        best_val = math.inf
        for child in children:
            tmp = alpha_beta(child, depth - 1, alpha, beta, True)
            best_val = min(best_val, tmp)
            beta = max(beta, tmp)
            if alpha >= beta:
                break
    return best_val
