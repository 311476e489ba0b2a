from game import State


def minimax_ab(node: State, alpha: float, beta: float) -> float:
    # leaf
    if node.is_terminal():
        return node.utility()
    if node.to_move == "MAX":
        for child in node.children:
            result = minimax_ab(child, alpha, beta)
            if result > alpha:
                alpha = result
            if alpha >= beta:
                return beta
        return beta
    else:
        for child in node.children:
            result = minimax_ab(child, alpha, beta)
            if result < beta:
                beta = result
            if beta <= alpha:
                return alpha
        return beta
