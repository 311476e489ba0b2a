# scores are never greater than WIN
WIN = 100
LOSS = -100


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if depth <= 0 or len(node.children) == 0:
        return node.evaluate()
    score = LOSS if maximizing_player else WIN
    for action in node.actions():
        after = node.result(action)
        if maximizing_player:
            score = max(score, alpha_beta(after, depth - 1, alpha, beta, False))
            alpha = max(alpha, score)
        else:
            score = min(score, alpha_beta(after, depth - 1, alpha, beta, True))
            beta = min(beta, score)
        if alpha >= beta:
            break
    return score
