POSINF = float('inf')
NEGINF = float('-inf')


class Player:
    def __init__(self, name="me"):
        self.name = name

    def _done(self, state):
        return state.is_terminal()

    def max_value(self, state, alpha, beta):
        if self._done(state):
            return state.utility()
        best = NEGINF
        for action in state.actions():
            v = self.min_value(state.result(action), alpha, beta)
            if v > best:
                best = v
            if best >= beta:
                return best
            if best > alpha:
                alpha = best
        return best

    def min_value(self, state, alpha, beta):
        if self._done(state):
            return state.utility()
        worst = POSINF
        for action in state.actions():
            v = self.max_value(state.result(action), alpha, beta)
            if v < worst:
                worst = v
            if worst <= alpha:
                return
            if worst < beta:
                beta = worst
        return worst
