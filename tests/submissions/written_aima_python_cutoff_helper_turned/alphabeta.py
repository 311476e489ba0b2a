from math import inf


def can_stop(sign, v, bound):
    """True when the other player already has something at least as good. sign: 1 for MAX, -1 for MIN."""
    return sign * v <= sign * bound


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
            if can_stop(1, v, beta):
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, alpha, beta):
        if self.game.terminal_test(state):
            return self.game.utility(state, self.player)
        v = inf
        for action in self.game.actions(state):
            v = min(v, self.max_value(self.game.result(state, action), alpha, beta))
            if can_stop(-1, v, alpha):
                return v
            beta = min(beta, v)
        return v


def alpha_beta_search(state, game):
    solver = AlphaBeta(game, game.to_move(state))
    alpha = -inf
    best_action = None
    for action in game.actions(state):
        v = solver.min_value(game.result(state, action), alpha, inf)
        if best_action is None or v > alpha:
            alpha = v
            best_action = action
    return best_action
