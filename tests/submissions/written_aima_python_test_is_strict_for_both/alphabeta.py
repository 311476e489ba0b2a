from math import inf


def alpha_beta_search(state, game):
    me = game.to_move(state)

    def maxv(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, me)
        v = -inf
        for a in game.actions(state):
            v = max(v, minv(game.result(state, a), alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def minv(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, me)
        v = inf
        for a in game.actions(state):
            v = min(v, maxv(game.result(state, a), alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v

    best = None
    best_v = -inf
    for a in game.actions(state):
        v = minv(game.result(state, a), best_v, inf)
        if v > best_v or best is None:
            best_v = v
            best = a
    return best
