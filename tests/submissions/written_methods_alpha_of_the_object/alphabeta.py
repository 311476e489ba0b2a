INF = float("inf")


class Player:
    """Plays the game with alpha-beta."""

    def __init__(self):
        self.alpha = -INF
        self.beta = INF

    def max_value(self, state, alpha, beta):
        if state.is_terminal(): return state.utility()
        v = -INF
        for a, s in state.successors():
            v = max(v, self.min_value(s, alpha, beta))
            if v >= beta: return v
            self.alpha = max(self.alpha, v)
        return v

    def min_value(self, state, alpha, beta):
        if state.is_terminal(): return state.utility()
        v = INF
        for a, s in state.successors():
            v = min(v, self.max_value(s, alpha, beta))
            if v <= alpha: return v
            beta = min(beta, v)
        return v
