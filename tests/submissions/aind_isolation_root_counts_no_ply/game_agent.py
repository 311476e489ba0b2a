"""The root searches for each move as deep as it was asked to itself."""


class AlphaBetaPlayer:
    def __init__(self, search_depth=3, score_fn=None, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.timeout = timeout

    def get_move(self, game, time_left):
        return self.alphabeta(game, self.search_depth)

    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        chosen = (-1, -1)
        for move in game.get_legal_moves():
            value = self.of_min(game.forecast_move(move), depth, alpha, beta)
            if value > alpha:
                alpha, chosen = value, move
        return chosen

    def of_max(self, game, depth, alpha, beta):
        if depth == 0 or not game.get_legal_moves():
            return self.score(game, self)
        best = float("-inf")
        for move in game.get_legal_moves():
            child = game.forecast_move(move)
            best = max(best, self.of_min(child, depth - 1, alpha, beta))
            if best >= alpha:
                return best
            alpha = max(alpha, best)
        return best

    def of_min(self, game, depth, alpha, beta):
        if depth == 0 or not game.get_legal_moves():
            return self.score(game, self)
        best = float("inf")
        for move in game.get_legal_moves():
            child = game.forecast_move(move)
            best = min(best, self.of_max(child, depth - 1, alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best
