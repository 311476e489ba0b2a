from math import inf


def alpha_beta_search(state, game):
    me = game.to_move(state)

    def max_value(s, alpha, beta):
        if game.terminal_test(s):
            return game.utility(s, me)
        v = -inf
        for move in game.actions(s):
            v = max(v, min_value(game.result(s, move), alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(s, alpha, beta):
        if game.terminal_test(s):
            return game.utility(s, me)
        v = inf
        for move in game.actions(s):
            v = min(v, max_value(game.result(s, move), alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    moves = list(game.actions(state))
    best = moves[0]
    if me == "MAX":
        alpha = -inf
        for move in moves:
            v = min_value(game.result(state, move), alpha, inf)
            if v > alpha:
                alpha = v
                best = move
    else:
        beta = inf
        for move in moves:
            v = max_value(game.result(state, move), -inf, beta)
            if v < beta:
                beta = v
                best = move
    return best
