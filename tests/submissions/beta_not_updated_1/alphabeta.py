class Searcher:
    def maximize(self, node, alpha, beta):
        if node.is_terminal():
            return node.utility()
        best = -float("inf")
        for child in node.children:
            best = max(best, self.minimize(child, alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def minimize(self, node, alpha, beta):
        if node.is_terminal():
            return node.utility()
        best = float("inf")
        for child in node.children:
            best = min(best, self.maximize(child, alpha, beta))
            if best <= alpha:
                return best
        return best


def max_value(state, alpha, beta):
    return Searcher().maximize(state, alpha, beta)


def min_value(state, alpha, beta):
    return Searcher().minimize(state, alpha, beta)
