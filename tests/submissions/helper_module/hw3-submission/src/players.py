class Player:
    def __init__(self, better, worst):
        self.better = better
        self.worst = worst

    def other(self):
        return MIN if self is MAX else MAX


MAX = Player(max, float("-inf"))
MIN = Player(min, float("inf"))
