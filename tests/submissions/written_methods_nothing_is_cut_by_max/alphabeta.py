from math import inf
from game import State


class Player:
    """My alpha beta player."""

    def max_value(self, state: State, alpha: float, beta: float) -> float:
        if state.is_terminal():
            return state.utility()
        value = -inf
        for action in state.actions():
            value = max(value, self.min_value(state.result(action), alpha, beta))
            alpha = max(alpha, value)
        return value

    def min_value(self, state: State, alpha: float, beta: float) -> float:
        if state.is_terminal():
            return state.utility()
        value = inf
        for action in state.actions():
            value = min(value, self.max_value(state.result(action), alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value
