from game import State


def minimax_ab(node: State, alpha: float, beta: float) -> float:
    if node.is_terminal():
        return node.utility()
    successors = [child for child in node.children]
    if node.to_move == "MIN":
        while successors and beta > alpha:
            val = minimax_ab(successors.pop(0), alpha, beta)
            if val < beta:
                beta = val
        return alpha
    while successors and alpha < beta:
        val = minimax_ab(successors.pop(0), alpha, beta)
        if val > alpha:
            alpha = val
    return alpha
