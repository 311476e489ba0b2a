class Player:

    def max_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()

        max_eval = float('-inf')
        for successor in state.children:
            value = min_value(successor, alpha, beta)
            max_eval = max(max_eval, value)
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return max_eval

    def min_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()

        min_eval = float('inf')
        for successor in state.children:
            value = self.max_value(successor, alpha, beta)
            min_eval = min(min_eval, value)
            beta = min(beta, value)
            if beta <= alpha:
                break
        return min_eval
