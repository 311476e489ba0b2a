from math import inf


class Agent:
    def __init__(self, game, player):
        self.game = game
        self.player = player
        self.alpha = -inf
        self.beta = inf

    def decide(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state, self.player), None
        best, choice = None, None
        for move in self.game.actions(state):
            value, _ = self.decide(self.game.result(state, move))
            if state.to_move == self.player:
                if best is None or value > best:
                    best, choice = value, move
                if best > self.alpha:
                    self.alpha = best
            else:
                if best is None or value < best:
                    best, choice = value, move
                if best < self.beta:
                    self.beta = best
            if self.alpha >= self.beta:
                break
        return best, choice


def alphabeta_search(game, state):
    agent = Agent(game, state.to_move)
    return agent.decide(state)
