class Negamax:
    """Negamax with alpha-beta pruning for two players."""

    def __init__(self, max_depth):
        self.max_depth = max_depth

    def judge(self, position):
        return position.evaluate()

    def search(self, position, ply, lower, upper):
        if position.is_terminal():
            return self.judge(position)
        if ply == self.max_depth:
            # the opponent has just moved
            return -self.judge(position)
        best = float("-inf")
        for _, nxt in position.successors():
            v = -self.search(nxt, ply + 1, -upper, -lower)
            if v > best:
                best = v
            if best > lower:
                lower = best
            if lower >= upper:
                break
        return best


def negamax(state, depth, alpha, beta):
    return Negamax(depth).search(state, 0, alpha, beta)
