class AlphaBeta:
    """Depth limited alpha-beta search, counts what it sees."""

    def __init__(self):
        self.seen = 0

    def run(self, node, depth, alpha, beta, maximizing):
        self.seen += 1
        if depth <= 0 or node.is_terminal():
            return node.evaluate()
        if maximizing:
            value = float("-inf")
            for child in node.children:
                value = max(value,
                            self.run(child, depth - 1, alpha, beta, False))
                if value >= beta:
                    break
            return value
        value = float("inf")
        for child in node.children:
            value = min(value,
                        self.run(child, depth, alpha, beta, True))
            beta = min(beta, value)
            if value <= alpha:
                break
        return value


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    return AlphaBeta().run(node, depth, alpha, beta, maximizing_player)
