def minimax(depth, node_index, maximizing_player, values, alpha, beta):
    # initial values of alpha and beta
    alpha = float("-inf")
    beta = float("inf")

    # leaf node reached
    if len(values) == 2 ** depth:
        return values[node_index]

    if maximizing_player == True:
        best = float("-inf")
        # left child, then right child
        for i in [0, 1]:
            val = minimax(depth + 1, node_index * 2 + i, False, values, alpha, beta)
            if val > best:
                best = val
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
        return best

    if maximizing_player == False:
        best = float("inf")
        for i in [0, 1]:
            val = minimax(depth + 1, node_index * 2 + i, True, values, alpha, beta)
            if val < best:
                best = val
            if best < beta:
                beta = best
            if alpha >= beta:
                break
        return best
