def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if depth == 0:
        return node.evaluate()
    if node.is_terminal():
        return node.evaluate()
    depth =- 1
    if maximizing_player == True:
        v = -float('inf')
        for n in node.children:
            v = max(v, alpha_beta(n, depth, alpha, beta, False))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
    if maximizing_player == False:
        v = float('inf')
        for n in node.children:
            v = min(v, alpha_beta(n, depth, alpha, beta, True))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
