class Player:
    def __init__(self):
        self.level = 0

    def max_value(self, state, alpha, beta):
        self.level += 1
        if state.is_terminal():
            return state.utility()
        v = float("-inf")
        moves = state.actions()
        i = 0
        while i < len(moves):
            v = max(v, self.min_value(state.result(moves[i]), alpha, beta))
            i += 1
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, alpha, beta):
        self.level += 1
        if state.is_terminal():
            return state.utility()
        v = float("inf")
        moves = state.actions()
        i = 0
        while i < len(moves) and self.level < 9:
            v = min(v, self.max_value(state.result(moves[i]), alpha, beta))
            i += 1
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
