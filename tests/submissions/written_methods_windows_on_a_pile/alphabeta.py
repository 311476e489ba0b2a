class Player:
    """alpha beta with the windows in a list, the last one is the current one"""

    def __init__(self):
        self.windows = []

    def max_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        self.windows.append([alpha, beta])
        v = float("-inf")
        for child in state.children:
            v = max(v, self.min_value(child, self.windows[-1][0], self.windows[-1][1]))
            if v >= self.windows[-1][1]:
                return v
            self.windows[-1][0] = max(self.windows[-1][0], v)
        self.windows.pop()
        return v

    def min_value(self, state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        self.windows.append([alpha, beta])
        v = float("inf")
        for child in state.children:
            v = min(v, self.max_value(child, self.windows[-1][0], self.windows[-1][1]))
            if v <= self.windows[-1][0]:
                self.windows.pop()
                return v
            self.windows[-1][1] = min(self.windows[-1][1], v)
        self.windows.pop()
        return v
