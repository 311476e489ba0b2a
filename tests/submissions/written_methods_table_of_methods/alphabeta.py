import math


class Player:
    def __init__(self):
        # who moves after whom
        self.next = {
            "MAX": self.min_value,
            "MIN": self.min_value,
        }

    def max_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        best = -math.inf
        for child in state.children:
            best = max(best, self.next["MAX"](child, alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def min_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        best = math.inf
        for child in state.children:
            best = min(best, self.next["MIN"](child, alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best
