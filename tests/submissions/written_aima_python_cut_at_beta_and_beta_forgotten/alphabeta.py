from math import inf


class AlphaBeta:
    def __init__(self, game, player):
        self.game = game
        self.player = player

    def max_value(self, state, alpha, beta):
        if self.game.terminal_test(state):
            return self.game.utility(state, self.player)
        v = -inf
        for action in self.game.actions(state):
            v = max(v, self.min_value(self.game.result(state, action), alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, alpha, beta):
        if self.game.terminal_test(state):
            return self.game.utility(state, self.player)
        v = inf
        for action in self.game.actions(state):
            v = min(v, self.max_value(self.game.result(state, action), alpha, beta))
            if v <= beta:
                return v
        return v


def alpha_beta_search(state, game):
    search = AlphaBeta(game, game.to_move(state))
    best, alpha = None, -inf
    for action in game.actions(state):
        v = search.min_value(game.result(state, action), alpha, inf)
        if best is None or v > alpha:
            best, alpha = action, v
    return best
