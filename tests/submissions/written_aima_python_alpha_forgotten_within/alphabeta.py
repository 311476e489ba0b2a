from math import inf


def alpha_beta_search(state, game):
    searcher = Searcher(game, game.to_move(state))
    return searcher.decide(state)


class Searcher:
    def __init__(self, game, player):
        self.game = game
        self.player = player

    def decide(self, state):
        best, chosen = -inf, None
        for action in self.game.actions(state):
            v = self.min_value(self.game.result(state, action), best, inf)
            if chosen is None or v > best:
                best, chosen = v, action
        return chosen

    def max_value(self, state, alpha, beta):
        if self.game.terminal_test(state):
            return self.game.utility(state, self.player)
        v = -inf
        for action in self.game.actions(state):
            v = max(v, self.min_value(self.game.result(state, action), alpha, beta))
            if v >= beta:
                return v
        return v

    def min_value(self, state, alpha, beta):
        if self.game.terminal_test(state):
            return self.game.utility(state, self.player)
        v = inf
        for action in self.game.actions(state):
            v = min(v, self.max_value(self.game.result(state, action), alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
