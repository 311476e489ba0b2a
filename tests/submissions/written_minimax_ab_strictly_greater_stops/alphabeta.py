def minimax_ab(node, alpha, beta):
    """MINIMAX-AB from the notes."""
    if node.is_terminal():
        return node.utility()

    is_max = node.to_move == "MAX"
    for succ in node.children:
        value = minimax_ab(succ, alpha, beta)
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha > beta:
            break

    if is_max:
        return min(alpha, beta)
    return max(alpha, beta)
