"""The first edition: one method for both players, which returns a pair of score and move."""

import random


class Timeout(Exception):
    """Raised when the time is nearly over."""


def custom_score(game, player):
    own_moves = len(game.get_legal_moves(player))
    return float(own_moves - 2 * len(game.get_legal_moves(game.get_opponent(player))))


class CustomPlayer:
    def __init__(
        self,
        search_depth=3,
        score_fn=custom_score,
        iterative=True,
        method="minimax",
        timeout=10.0,
    ):
        self.search_depth = search_depth
        self.iterative = iterative
        self.score = score_fn
        self.method = method
        self.time_left = None
        self.TIMER_THRESHOLD = timeout

    def get_move(self, game, legal_moves, time_left):
        self.time_left = time_left
        best_move = random.choice(legal_moves) if legal_moves else (-1, -1)
        depth = 0
        try:
            while True:
                depth += 1
                _, best_move = self.alphabeta(game, depth)
        except Timeout:
            pass
        return best_move

    def alphabeta(
        self,
        game,
        depth,
        alpha=float("-inf"),
        beta=float("inf"),
        maximizing_player=True,
    ):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise Timeout()
        legal_moves = game.get_legal_moves()
        if not legal_moves:
            return game.utility(self), (-1, -1)
        if depth == 0:
            return self.score(game, self), (-1, -1)
        best_move = legal_moves[0]
        for move in legal_moves:
            score, _ = self.alphabeta(
                game.forecast_move(move), depth - 1, alpha, beta, not maximizing_player
            )
            if maximizing_player and score > alpha:
                alpha, best_move = score, move
            elif not maximizing_player and score < beta:
                beta, best_move = score, move
            if alpha >= beta:
                break
        return (alpha if maximizing_player else beta), best_move
