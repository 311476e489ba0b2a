def minimax_ab(node, alpha, beta):
    if not node.actions():
        return max(alpha, min(beta, node.utility()))
    maximizing = node.to_move == "MAX"
    for action in node.actions():
        score = minimax_ab(node.result(action), alpha, beta)
        if maximizing:
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        else:
            if score <= alpha:
                return alpha
            if score < beta:
                beta = score
    return alpha if maximizing else beta
