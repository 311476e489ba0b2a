def minimax_ab(node, alpha, beta):
    # also says which leaf the value comes from, for the drawing
    if node.is_terminal():
        return node.utility(), node.name
    line = None
    for succ in node.children:
        value, where = minimax_ab(succ, alpha, beta)
        if node.to_move == "MAX":
            if value > alpha:
                alpha, line = value, where
        else:
            if value < beta:
                beta, line = value, where
        if alpha >= beta:
            break
    if node.to_move == "MAX":
        return alpha, line
    return beta, line
