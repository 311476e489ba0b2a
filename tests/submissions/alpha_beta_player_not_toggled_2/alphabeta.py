class Search:
    def value(self, node, depth, window, maximizing):
        if depth == 0 or node.is_terminal():
            return node.evaluate()
        return (self.maximum if maximizing else self.minimum)(node, depth, window)

    def maximum(self, node, depth, window):
        low, high = window
        best = float("-inf")
        for child in node.children:
            best = max(best, self.value(child, depth - 1, (low, high), False))
            low = max(low, best)
            if low >= high:
                break
        return best

    def minimum(self, node, depth, window):
        low, high = window
        best = float("inf")
        for child in node.children:
            best = min(best, self.value(child, depth - 1, (low, high), False))
            high = min(high, best)
            if low >= high:
                break
        return best


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    return Search().value(node, depth, (alpha, beta), maximizing_player)
