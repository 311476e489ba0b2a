from functools import partial

inf = float("inf")


def children(s):
    return [s.result(a) for a in s.actions()]


def leaf(s):
    return not s.actions()


def max_value(state, alpha, beta):
    if leaf(state):
        return state.utility()
    lower = [alpha]
    scores = map(lambda c: min_value(c, lower[0], beta), children(state))
    keep = partial(max, -inf)
    best = -inf
    for score in scores:
        best = keep(best, score)
        lower[0] = keep(lower[0], best)
        if lower[0] >= beta:
            break
    return best


def min_value(state, alpha, beta):
    if leaf(state):
        return state.utility()
    upper = [beta]
    # debugging: print(scores) shows all of them
    scores = list(map(lambda c: max_value(c, alpha, upper[0]), children(state)))
    keep = partial(min, inf)
    best = inf
    for score in scores:
        best = keep(best, score)
        upper[0] = keep(upper[0], best)
        if upper[0] <= alpha:
            break
    return best
