def minimax_ab(node, alpha, beta):
    if len(node.actions()) == 0:
        return node.utility()
    player = node.to_move
    for action in node.actions():
        val = minimax_ab(node.result(action), alpha, beta)
        if player == 'MIN' or 'Min':
            beta = min(beta, val)
        else:
            alpha = max(alpha, val)
        if beta <= alpha:
            break
    if player == 'MIN':
        return beta
    return alpha
