from math import inf


def alphabeta_search(game, state):
    player = state.to_move

    def max_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = -inf, None
        for action in game.actions(state):
            v2, _ = min_value(game.result(state, action), alpha, beta)
            if v2 > v or move is None:
                v, move = v2, action
                alpha = max(alpha, v)
        return v, move

    def min_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = inf, None
        for action in game.actions(state):
            v2, _ = max_value(game.result(state, action), alpha, beta)
            if v2 < v or move is None:
                v, move = v2, action
                beta = min(beta, v)
        return v, move

    return max_value(state, -inf, inf)
