class Player:
    """The computer's player."""

    best = 0
    worst = 0

    def max_value(self, state, alpha, beta):
        kids = state.children
        if len(kids) == 0:
            return state.utility()
        self.best = float("-inf")
        for kid in kids:
            value = self.min_value(kid, alpha, beta)
            self.best = max(self.best, value)
            if self.best >= beta:
                break
            alpha = max(alpha, self.best)
        return self.best

    def min_value(self, state, alpha, beta):
        kids = state.children
        if len(kids) == 0:
            return state.utility()
        worst = float("inf")
        for kid in kids:
            worst = min(worst, self.max_value(kid, alpha, beta))
            if worst <= alpha:
                break
            beta = min(beta, worst)
        return worst
