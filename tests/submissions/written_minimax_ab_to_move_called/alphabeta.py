"""MINIMAX-AB from the slides"""

from game import State


def minimax_ab(node: State, alpha: float, beta: float) -> float:
    # if N is a leaf then return its score
    if node.is_terminal():
        return node.utility()
    player = node.to_move()
    # if N is a Min node
    if player == "MIN":
        for succ in node.children:
            val = minimax_ab(succ, alpha, beta)
            if val < beta:
                beta = val
            if beta <= alpha:
                return beta
        return beta
    # else it's a Max node
    for succ in node.children:
        val = minimax_ab(succ, alpha, beta)
        if val > alpha:
            alpha = val
        if alpha >= beta:
            return alpha
    return alpha
