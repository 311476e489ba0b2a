class Leaves:
    def __init__(self, values):
        self.values = values
        self.read = {}

    def __getitem__(self, i):
        if i not in self.read:
            self.read[i] = self.values[i - len(self.values)]
        return self.read[i]


def minimax(depth, index, maximizing_player, values, alpha, beta):
    leaves, size = Leaves(values), len(values)

    def search(ply, place, low, high, sign):
        if 1 << ply >= size:
            return sign * leaves[place]
        for child in (2 * place, 2 * place + 1):
            low = max(low, -search(ply + 1, child, -high, -low, -sign))
            if low >= high:
                return high
        return low

    if maximizing_player:
        return search(depth, index, alpha, beta, 1)
    return -search(depth, index, -beta, -alpha, -1)
