def max_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    scores = [min_value(child, alpha, beta) for child in node.children]
    for i, score in enumerate(scores):
        if i == 0 or score > best:
            best = score
        alpha = max(alpha, best)
        if best >= beta:
            break
    return best


def min_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    scores = [max_value(child, alpha, beta) for child in node.children]
    for i, score in enumerate(scores):
        if i == 0 or score < best:
            best = score
        beta = min(beta, best)
        if best <= alpha:
            break
    return best
