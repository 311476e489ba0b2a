import math


def alphabeta_search(game, state):
    who = state.to_move
    value, move = max_value(game, state, who, -math.inf, math.inf)
    return value, move


def max_value(game, state, who, alpha, beta):
    if game.is_terminal(state):
        return (game.utility(state, who), None)
    value = -math.inf
    move = None
    for action in game.actions(state):
        reply = min_value(game, game.result(state, action), who, alpha, beta)
        if reply[0] > value:
            value = reply[0]
        if value >= beta:
            return (value, move)
        alpha = max(alpha, value)
    return (value, move)


def min_value(game, state, who, alpha, beta):
    if game.is_terminal(state):
        return (game.utility(state, who), None)
    value = math.inf
    move = None
    for action in game.actions(state):
        reply = max_value(game, game.result(state, action), who, alpha, beta)
        if reply[0] < value:
            value = reply[0]
            move = action
        if value <= alpha:
            return (value, move)
        beta = min(beta, value)
    return (value, move)
