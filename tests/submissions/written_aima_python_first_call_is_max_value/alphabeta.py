import math


def max_value(state, game, player, alpha, beta):
    if game.terminal_test(state):
        return game.utility(state, player)
    value = -math.inf
    for action in game.actions(state):
        value = max(value, min_value(game.result(state, action), game, player, alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value


def min_value(state, game, player, alpha, beta):
    if game.terminal_test(state):
        return game.utility(state, player)
    value = math.inf
    for action in game.actions(state):
        value = min(value, max_value(game.result(state, action), game, player, alpha, beta))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value


def alpha_beta_search(state, game):
    player = game.to_move(state)
    alpha, beta = -math.inf, math.inf
    best = (-math.inf, None)
    for action in game.actions(state):
        child = game.result(state, action)
        score = max_value(child, game, player, alpha, beta)
        if score > best[0]:
            best = (score, action)
            alpha = score
    return best[1]
