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
        best_move, best = (-1, -1), float("-inf")
        for move in game.get_legal_moves():
            value = self.value(game.forecast_move(move), depth - 1, alpha, beta)
            if value > best:
                best_move, best = move, value
            alpha = max(alpha, best)
        return best_move

    def value(self, game, depth, alpha, beta):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()
        if depth == 0:
            return self.score(game, self)
        is_mine = game.active_player == self
        value = float("-inf") if is_mine else float("inf")
        for move in game.get_legal_moves():
            after = self.value(game.forecast_move(move), depth - 1, alpha, beta)
            if is_mine:
                value = max(value, after)
                alpha = max(alpha, value)
            else:
                value = min(value, after)
                beta = min(beta, value)
            if alpha >= beta:
                return value
        return value
