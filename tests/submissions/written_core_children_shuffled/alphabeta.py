"""AlphaBeta for the tree game, version 3 (with move ordering)."""
import random

inf = float('inf')


class Search:
    nodes = 0

    def kids_of(self, state):
        kids = list(state.children)
        random.shuffle(kids)
        return kids

    def run(self, state, a, b, maxi):
        Search.nodes += 1
        if state.is_terminal():
            return state.utility()
        if maxi:
            for k in self.kids_of(state):
                a = max(a, self.run(k, a, b, False))
                if a >= b:
                    return a
            return a
        for k in self.kids_of(state):
            b = min(b, self.run(k, a, b, True))
            if a >= b:
                return b
        return b


def max_value(state, alpha, beta):
    return Search().run(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return Search().run(state, alpha, beta, False)
