class AlphaBetaSearch:
    """Searches game trees, and counts the cutoffs that it makes."""

    def __init__(self):
        self.cutoffs = 0

    def max_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        best = float("-inf")
        for child in state.children:
            best = max(best, self.min_value(child, alpha, beta))
            if best >= beta:
                self.cutoffs += 1
                return best
            alpha = max(alpha, best)
        return best

    def min_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        best = float("inf")
        for child in state.children:
            best = min(best, self.max_value(child, alpha, beta))
            if best <= alpha:
                self.cutoffs += 1
                return best
            beta = min(beta, best)
        return best


_search = AlphaBetaSearch()
max_value = _search.max_value
min_value = _search.min_value
