from math import inf


def alpha_beta_search(state, game):
    me = game.to_move(state)
    _, action = search(game, state, me, -inf, inf)
    return action


def search(game, state, me, alpha, beta):
    """Return (value, action), the value from the point of view of `me`."""
    if game.is_terminal(state):
        return game.utility(state, me), None

    best_action = None
    if game.to_move(state) == me:
        best = -inf
        for action in game.actions(state):
            value, _ = search(game, game.result(state, action), me, alpha, beta)
            if value > best:
                best, best_action = value, action
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = inf
        for action in game.actions(state):
            value, _ = search(game, game.result(state, action), me, alpha, beta)
            if value < best:
                best, best_action = value, action
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best, best_action
