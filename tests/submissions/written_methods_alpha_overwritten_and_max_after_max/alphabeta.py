from game import State


class Player:
    def max_value(self, state: State, alpha: float, beta: float) -> float:
        if state.is_terminal():
            return state.utility()
        best = float("-inf")
        for child in state.children:
            score = self.max_value(child, alpha, beta)
            if score > best:
                best = score
            if best >= beta:
                return best
            alpha = score
        return best

    def min_value(self, state: State, alpha: float, beta: float) -> float:
        if state.is_terminal():
            return state.utility()
        best = float("inf")
        for child in state.children:
            score = self.max_value(child, alpha, beta)
            if score < best:
                best = score
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best
