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
        return max(
            game.get_legal_moves(),
            key=lambda move: self.min_value(
                game.forecast_move(move), depth - 1, alpha, beta
            ),
        )

    def max_value(self, game, depth, alpha, beta):
        if depth == 0:
            return self.score(game, self)
        value = float("-inf")
        for move in game.get_legal_moves():
            after = game.forecast_move(move)
            value = max(value, self.min_value(after, depth - 1, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, game, depth, alpha, beta):
        if depth == 0:
            return self.score(game, self)
        value = float("inf")
        for move in game.get_legal_moves():
            after = game.forecast_move(move)
            value = min(value, self.max_value(after, depth - 1, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value
