from game import State

INFINITY = float("inf")


def alpha_beta(node: State, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    if node.is_terminal() or depth == 0:
        return node.evaluate()
    if maximizing_player:
        value = -INFINITY
        for child in node.children:
            value = max(value, alpha_beta(child, depth - 1, alpha, beta, False))
            if alpha >= beta:
                break
            alpha = max(alpha, value)
        return value
    value = INFINITY
    for child in node.children:
        value = min(value, alpha_beta(child, depth - 1, alpha, beta, True))
        if alpha >= beta:
            break
        beta = min(beta, value)
    return value
