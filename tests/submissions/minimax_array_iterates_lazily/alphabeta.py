from math import inf


def minimax(depth, index, maximizing_player, values, alpha, beta):
    """Works on a range of places: halves of it are the children, and only the last place is read."""
    width = len(values) >> depth
    return halves(range(index * width, (index + 1) * width), maximizing_player, values, alpha, beta)


def halves(places, maximizing, values, alpha, beta):
    if len(places) == 1:
        return next(values[place] for place in places)
    middle = len(places) // 2
    best = -inf if maximizing else inf
    for half in (places[:middle], places[middle:]):
        value = halves(half, not maximizing, values, alpha, beta)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
