INF = float("inf")


class Max:
    def value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        best, lower = alpha, alpha
        for child in state.children:
            best = max(best, Min().value(child, lower, beta))
            if best > beta:
                return best
            lower = max(lower, best)
        return best


class Min:
    def value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        best, upper = INF, beta
        for child in state.children:
            best = min(best, Max().value(child, alpha, upper))
            if best < alpha:
                return best
            upper = min(upper, best)
        return best


max_value = Max().value
min_value = Min().value
