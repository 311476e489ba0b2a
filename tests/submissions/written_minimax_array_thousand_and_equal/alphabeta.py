# Initial values of Alpha and Beta
MAX, MIN = 1000, -1000


def minimax(depth, nodeIndex, maximizingPlayer, values, alpha, beta):
    # Terminating condition. i.e. leaf node is reached
    height = 0
    while 2 ** height < len(values):
        height += 1
    if depth == height:
        return values[nodeIndex]

    if maximizingPlayer:
        best = minimax(depth + 1, nodeIndex * 2, False, values, alpha, beta)
        best = max(MIN, best)
        alpha = max(alpha, best)
        # Alpha Beta Pruning
        if beta < alpha:
            return best
        return max(best, minimax(depth + 1, nodeIndex * 2 + 1, False, values, alpha, beta))

    best = minimax(depth + 1, nodeIndex * 2, True, values, alpha, beta)
    best = min(MAX, best)
    beta = min(beta, best)
    # Alpha Beta Pruning
    if beta < alpha:
        return best
    return min(best, minimax(depth + 1, nodeIndex * 2 + 1, True, values, alpha, beta))
