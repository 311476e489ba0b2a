INFINITY = float("inf")


def alpha_beta_search(state):
    sign = 1 if state.to_move == "MAX" else -1
    best = []
    search(state, -INFINITY, INFINITY, sign, best)
    return best[-1].name


def search(state, alpha, beta, sign, best=None):
    if not state.children:
        return sign * state.utility()
    value = None
    for child in state.children:
        found = -search(child, -beta, -alpha, -sign)
        if value is None or found > value:
            value = found
            if best is not None:
                best.append(child)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value
