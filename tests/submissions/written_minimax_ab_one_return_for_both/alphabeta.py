def minimax_ab(node, alpha, beta):
    """MINIMAX-AB of the lecture, both players in one loop."""
    if node.is_terminal():
        return node.utility()
    is_max = node.to_move == "MAX"
    for _move, succ in node.successors():
        val = minimax_ab(succ, alpha, beta)
        if is_max and val > alpha:
            alpha = val
        if not is_max and val < beta:
            beta = val
        if beta <= alpha:
            return alpha if is_max else beta
    return alpha
