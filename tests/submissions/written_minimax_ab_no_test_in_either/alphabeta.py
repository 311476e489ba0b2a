from math import inf

# exercise 5: alpha beta


def minimax_ab(node, alpha, beta):
    if node.is_terminal():
        return node.utility()

    if node.to_move == "MAX":
        for c in node.children:
            alpha = max(alpha, minimax_ab(c, alpha, beta))
        return min(alpha, beta)
    else:
        for c in node.children:
            beta = min(beta, minimax_ab(c, alpha, beta))
        return max(alpha, beta)
