inf = float("inf")


def alpha_beta_search(state):
    maximizing = state.to_move == "MAX"
    window = [-inf, inf]
    ranking = []
    for place, child in enumerate(state.children):
        value = search(child, window[0], window[1], not maximizing)
        ranking.append((value if maximizing else -value, place))
        if maximizing:
            window[0] = max(window[0], value)
        else:
            window[1] = min(window[1], value)
        if window[0] >= window[1]:
            break
    return state.children[sorted(ranking)[-1][1]].name


def search(node, alpha, beta, maximizing):
    if node.is_terminal():
        return node.utility()
    best = -inf if maximizing else inf
    for child in node.children:
        value = search(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
