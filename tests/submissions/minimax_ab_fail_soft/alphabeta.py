def minimax_ab(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    scores = []
    for successor in node.children:
        scores.append(minimax_ab(successor, alpha, beta))
        if node.to_move == "MIN":
            beta = min(beta, scores[-1])
        else:
            alpha = max(alpha, scores[-1])
        if beta <= alpha:
            break
    return min(scores) if node.to_move == "MIN" else max(scores)
