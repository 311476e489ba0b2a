import math


def alpha_beta_search(state, game):
    player = game.to_move(state)
    alpha = -math.inf
    choice = None
    for action in game.actions(state):
        v = worst_reply(game, game.result(state, action), alpha, math.inf, player)
        if choice is None or v > alpha:
            alpha, choice = v, action
    return choice


def best_reply(game, state, alpha, beta, player):
    if game.terminal_test(state):
        return game.utility(state)
    v = -math.inf
    for action in game.actions(state):
        v = max(v, worst_reply(game, game.result(state, action), alpha, beta, player))
        if v >= beta:
            break
        alpha = max(alpha, v)
    return v


def worst_reply(game, state, alpha, beta, player):
    if game.terminal_test(state):
        return game.utility(state)
    v = math.inf
    for action in game.actions(state):
        v = min(v, best_reply(game, game.result(state, action), alpha, beta, player))
        if v <= alpha:
            break
        beta = min(beta, v)
    return v
