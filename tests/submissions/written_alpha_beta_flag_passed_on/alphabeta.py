from math import inf


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if depth == 0 or node.is_terminal():
        return node.evaluate()

    # maximizing player's turn
    if maximizing_player:
        best_value = -inf
        for child in node.children:
            value = alpha_beta(child, depth - 1, alpha, beta,
                               maximizing_player)
            if value > best_value:
                best_value = value
            if best_value > alpha:
                alpha = best_value
            if alpha >= beta:
                break  # beta cutoff
        return best_value

    # minimizing player's turn
    best_value = inf
    for child in node.children:
        value = alpha_beta(child, depth - 1, alpha, beta,
                           not maximizing_player)
        if value < best_value:
            best_value = value
        if best_value < beta:
            beta = best_value
        if alpha >= beta:
            break  # alpha cutoff
    return best_value
