"""The search of both games: the root keeps the first best move."""

from math import inf


class SearchTimeout(Exception):
    """Raised when the time is nearly over."""


class IsolationPlayer:
    def __init__(self, search_depth=3, score_fn=None, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout


class AlphaBetaPlayer(IsolationPlayer):
    def alphabeta(self, game, depth, alpha=-inf, beta=inf):
        best_move, best = (-1, -1), -inf
        for move in game.get_legal_moves():
            value = self.min_value(game.forecast_move(move), depth, alpha, beta)
            if value > best:
                best_move, best = move, value
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best_move

    def max_value(self, game, depth, alpha, beta):
        self.check_time()
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, self)
        value = -inf
        for move in moves:
            after = game.forecast_move(move)
            value = max(value, self.min_value(after, depth - 1, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, game, depth, alpha, beta):
        self.check_time()
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, self)
        value = inf
        for move in moves:
            after = game.forecast_move(move)
            value = min(value, self.max_value(after, depth - 1, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    def check_time(self):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout
