inf = float("inf")


def alphabeta_search(game, state):
    player = state.to_move
    alpha = -inf
    beta = inf

    def max_value(state):
        nonlocal alpha
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, best = -inf, None
        for a in game.actions(state):
            v2, _ = min_value(game.result(state, a))
            if v2 > v:
                v, best = v2, a
            if v >= beta:
                return v, best
            alpha = max(alpha, v)
        return v, best

    def min_value(state):
        nonlocal beta
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, best = inf, None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a))
            if v2 < v:
                v, best = v2, a
            if v <= alpha:
                return v, best
            beta = min(beta, v)
        return v, best

    return max_value(state)
