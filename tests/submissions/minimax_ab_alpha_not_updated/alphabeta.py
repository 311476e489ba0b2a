"""MINIMAX-AB, after Ingargiola's lecture."""


def minimax_ab(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    if node.to_move == "MIN":
        for successor in node.children:
            val = minimax_ab(successor, alpha, beta)
            beta = min(beta, val)
            if beta <= alpha:
                break
        return beta
    else:
        best = alpha
        for successor in node.children:
            val = minimax_ab(successor, alpha, beta)
            best = max(best, val)
            if best >= beta:
                break
        return best
