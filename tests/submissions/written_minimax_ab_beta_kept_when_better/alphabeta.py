def for_max(node, alpha, beta):
    for succ in node.children:
        val = minimax_ab(succ, alpha, beta)
        alpha = val if alpha < val else alpha
        if alpha >= beta:
            break
    return alpha


def for_min(node, alpha, beta):
    for succ in node.children:
        val = minimax_ab(succ, alpha, beta)
        beta = val if beta < val else beta
        if alpha >= beta:
            break
    return beta


def minimax_ab(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    return (for_max if node.to_move == "MAX" else for_min)(node, alpha, beta)
