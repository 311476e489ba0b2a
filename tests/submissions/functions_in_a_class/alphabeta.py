from math import inf

class AlphaBeta:
    def max_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        return max(self.min_value(s, alpha, beta) for s in state.children)

    def min_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        return min(self.max_value(s, alpha, beta) for s in state.children)
