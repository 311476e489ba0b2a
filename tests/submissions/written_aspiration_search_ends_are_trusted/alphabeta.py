import math


class AspirationSearch:
    def __init__(self, root):
        self.root = root

    def run(self, guess, epsilon):
        low, high = guess - epsilon, guess + epsilon
        value = self.search(self.root, low, high)
        if low <= value <= high:
            return value
        return self.search(self.root, -math.inf, math.inf)

    def search(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        step = self.max_step if state.to_move == "MAX" else self.min_step
        return step(state, alpha, beta)

    def max_step(self, state, alpha, beta):
        v = -math.inf
        for action in state.actions():
            v = max(v, self.search(state.result(action), alpha, beta))
            if v >= beta:
                break
            alpha = max(alpha, v)
        return v

    def min_step(self, state, alpha, beta):
        v = math.inf
        for action in state.actions():
            v = min(v, self.search(state.result(action), alpha, beta))
            if v <= alpha:
                break
            beta = min(beta, v)
        return v


def aspiration_search(state, guess, epsilon):
    return AspirationSearch(state).run(guess, epsilon)
