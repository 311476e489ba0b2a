def minimax_ab(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    for node in node.children:
        value = minimax_ab(node, alpha, beta)
        if node.to_move == "MAX":
            alpha = max(alpha, value)
            result = alpha
        else:
            beta = min(beta, value)
            result = beta
        if alpha >= beta:
            break
    return result
