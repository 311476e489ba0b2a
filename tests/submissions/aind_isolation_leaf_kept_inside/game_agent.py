from math import inf


class SearchTimeout(Exception):
    pass


class AlphaBetaPlayer:
    def __init__(self, search_depth=3, score_fn=None, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn

    def alphabeta(self, game, depth, alpha=-inf, beta=inf):
        seen = []

        def value_of(game, depth, alpha, beta):
            if depth == 0 or not game.get_legal_moves():
                v = self.score(game, game.active_player)
                seen.append(v)
                return v
            is_max = game.active_player is self
            best = -inf if is_max else inf
            for move in game.get_legal_moves():
                v = value_of(game.forecast_move(move), depth - 1, alpha, beta)
                if is_max:
                    best = max(best, v)
                    alpha = max(alpha, best)
                else:
                    best = min(best, v)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
            return best

        chosen, most = (-1, -1), -inf
        for move in game.get_legal_moves():
            v = value_of(game.forecast_move(move), depth - 1, alpha, beta)
            if chosen == (-1, -1) or v > most:
                chosen, most = move, v
            alpha = max(alpha, most)
        return chosen
