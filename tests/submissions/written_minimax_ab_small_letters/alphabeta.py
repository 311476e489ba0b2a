def minimax_ab(node, alpha, beta):
    if node.is_terminal():
        return node.utility()

    if node.to_move == "max":
        for child in node.children:
            score = minimax_ab(child, alpha, beta)
            if score > alpha:
                alpha = score
            if alpha >= beta:
                return alpha
        return alpha

    else:
        for child in node.children:
            score = minimax_ab(child, alpha, beta)
            if score < beta:
                beta = score
            if alpha >= beta:
                return beta
        return beta
