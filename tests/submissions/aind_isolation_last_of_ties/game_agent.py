"""A player of Isolation."""


class SearchTimeout(Exception):
    """Raised when the time is nearly over."""


class IsolationPlayer:
    def __init__(self, search_depth=3, score_fn=None, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout


class AlphaBetaPlayer(IsolationPlayer):
    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        _, move = self.max_value(game, depth, alpha, beta)
        return move

    def max_value(self, game, depth, alpha, beta):
        if depth == 0:
            return self.score(game, self), (-1, -1)
        best = (float("-inf"), (-1, -1))
        for move in game.get_legal_moves():
            after = game.forecast_move(move)
            score, _ = self.min_value(after, depth - 1, alpha, beta)
            best = max(best, (score, move))
            if best[0] >= beta:
                return best
            alpha = max(alpha, best[0])
        return best

    def min_value(self, game, depth, alpha, beta):
        if depth == 0:
            return self.score(game, self), (-1, -1)
        best = (float("inf"), (-1, -1))
        for move in game.get_legal_moves():
            after = game.forecast_move(move)
            score, _ = self.max_value(after, depth - 1, alpha, beta)
            best = min(best, (score, move))
            if best[0] <= alpha:
                return best
            beta = min(beta, best[0])
        return best
