from game import State


class Player:
    INFINITY = 1000

    def leaf(self, state):
        return state.is_terminal()

    def max_value(self, state: State, alpha: float, beta: float) -> float:
        """MAX-VALUE"""
        if self.leaf(state):
            return state.utility()
        v = -self.INFINITY
        for _, s in state.successors():
            v = max(v, self.min_value(s, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state: State, alpha: float, beta: float) -> float:
        """MIN-VALUE"""
        if self.leaf(state):
            return state.utility()
        v = self.INFINITY
        for _, s in state.successors():
            v = min(v, self.max_value(s, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
