import math


def is_leaf(depth, values):
    return depth == int(math.log2(len(values)))


def minimax(depth, nodeIndex, isMax, values, alpha, beta):
    if is_leaf(depth, values):
        return values[nodeIndex]
    left = 2 * nodeIndex
    right = 2 * nodeIndex + 1
    if isMax:
        best = -math.inf
        for child in (left, right):
            best = max(best, minimax(depth + 1, child, False, values, alpha, beta))
            if alpha >= beta:
                break
            alpha = max(alpha, best)
        return best
    else:
        best = math.inf
        for child in (left, right):
            best = min(best, minimax(depth + 1, child, True, values, alpha, beta))
            if alpha >= beta:
                break
            beta = min(beta, best)
        return best
