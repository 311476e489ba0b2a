A = float("-inf")  # alpha
B = float("inf")  # beta


def minimax_ab(node, alpha, beta):
    global A, B
    if node.is_terminal():
        return node.utility()
    if node.to_move == "MAX":
        for child in node.children:
            value = minimax_ab(child, A, B)
            A = max(A, value)
            if A >= B:
                break
        return A
    for child in node.children:
        value = minimax_ab(child, A, B)
        B = min(B, value)
        if A >= B:
            break
    return B
