INF = float("inf")


def search(state, alpha, beta, maximizing, visited=set()):
    visited.add(state.name)
    if state.is_terminal():
        return state.utility()
    best = -INF if maximizing else INF
    for action in state.actions():
        if action in visited:  # never go round in circles
            continue
        value = search(state.result(action), alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def max_value(state, alpha, beta):
    return search(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, beta, False)
