import math


class Player:

    def __init__(self):
        self.nodes = 0   # for the report

    def max_value(self, state, alpha, beta):
        self.nodes += 1
        if state.is_terminal():
            return state.utility()
        best = -math.inf
        for child in state.children:
            score = self.min_value(child, beta, alpha)
            if score > best:
                best = score
            if best >= beta:
                return best
            if best > alpha:
                alpha = best
        return best

    def min_value(self, state, alpha, beta):
        self.nodes += 1
        if state.is_terminal():
            return state.utility()
        worst = math.inf
        for child in state.children:
            score = self.max_value(child, alpha, beta)
            if score < worst:
                worst = score
            if worst < alpha:
                return worst
            if worst < beta:
                beta = worst
        return worst
