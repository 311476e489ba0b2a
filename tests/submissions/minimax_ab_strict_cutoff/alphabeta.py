"""MINIMAX-AB, after Ingargiola's lecture."""


def minimax_ab(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    if node.to_move == "MIN":
        for successor in node.children:
            val = minimax_ab(successor, alpha, beta)
            beta = min(beta, val)
            if beta < alpha:
                break
        return beta
    else:
        for successor in node.children:
            val = minimax_ab(successor, alpha, beta)
            alpha = max(alpha, val)
            if alpha > beta:
                break
        return alpha
