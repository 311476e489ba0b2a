class Window:
    """Plays one game tree through with a window (low, high)."""

    def __init__(self, low, high):
        self.low = low
        self.high = high

    def play_max(self, position):
        if position.is_terminal():
            return position.utility()
        best = None
        for child in position.children:
            answer = self.play_min(child)
            if best is None or answer > best:
                best = answer
            if best >= self.high:
                return best
            self.low = max(self.low, best)
        return best

    def play_min(self, position):
        if position.is_terminal():
            return position.utility()
        best = None
        for child in position.children:
            answer = self.play_max(child)
            if best is None or answer < best:
                best = answer
            if best <= self.low:
                return best
            self.high = min(self.high, best)
        return best


def max_value(state, alpha, beta):
    return Window(alpha, beta).play_max(state)


def min_value(state, alpha, beta):
    return Window(alpha, beta).play_min(state)
