from math import inf


def alpha_beta_search(state, game):
    me = game.to_move(state)

    def greatest(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, game.to_move(state))
        best = -inf
        for move in game.actions(state):
            best = max(best, least(game.result(state, move), alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def least(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, game.to_move(state))
        best = inf
        for move in game.actions(state):
            best = min(best, greatest(game.result(state, move), alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best

    chosen, best = None, -inf
    for move in game.actions(state):
        value = least(game.result(state, move), best, inf)
        if value > best:
            chosen, best = move, value
    return chosen
