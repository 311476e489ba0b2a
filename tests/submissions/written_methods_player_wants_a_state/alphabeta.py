from game import State


class Player:
    def __init__(self, state):
        self.state = state
        self.count = 0

    def max_value(self, state: State, alpha: float, beta: float) -> float:
        self.count += 1
        if state.is_terminal():
            return state.utility()
        best = float("-inf")
        for action in state.actions():
            best = max(best, self.min_value(state.result(action), alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def min_value(self, state: State, alpha: float, beta: float) -> float:
        self.count += 1
        if state.is_terminal():
            return state.utility()
        best = float("inf")
        for action in state.actions():
            best = min(best, self.max_value(state.result(action), alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best
