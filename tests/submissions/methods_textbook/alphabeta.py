from math import inf


class Player:
    def max_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        v = -inf
        for successor in state.children:
            v = max(v, self.min_value(successor, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        v = inf
        for successor in state.children:
            v = min(v, self.max_value(successor, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
