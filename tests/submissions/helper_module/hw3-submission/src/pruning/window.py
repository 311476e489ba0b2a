from players import MAX


class Window:
    def __init__(self, alpha, beta):
        self.alpha = alpha
        self.beta = beta

    def is_empty(self):
        return self.alpha >= self.beta

    def narrowed(self, value, player):
        if player is MAX:
            return Window(max(self.alpha, value), self.beta)
        return Window(self.alpha, min(self.beta, value))
