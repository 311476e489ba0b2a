import math


def alphabeta_search(game, state):
    player = state.to_move
    value, move = max_value(game, state, player, -math.inf, math.inf)
    return value, move


def max_value(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return (game.utility(state, player), None)
    best_value = -math.inf
    best_move = None
    for action in game.actions(state):
        value, _ = min_value(game, game.result(state, action), player, alpha, beta)
        if value > best_value:
            best_value = value
            best_move = action
        if best_value >= beta:
            return (best_value, best_move)
        alpha = max(alpha, best_value)
    return (best_value, best_move)


def min_value(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return (game.utility(state, player), None)
    best_value = math.inf
    best_move = None
    for action in game.actions(state):
        value, _ = max_value(game, game.result(state, action), player, alpha, beta)
        if value < best_value:
            best_value = value
            best_move = action
        if best_value <= beta:
            return (best_value, best_move)
        beta = min(beta, best_value)
    return (best_value, best_move)
