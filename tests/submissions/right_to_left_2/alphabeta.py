def search(state, alpha, beta, maximizing):
    if state.is_terminal():
        return state.utility()
    best = float("-inf") if maximizing else float("inf")
    stack = []
    for child in state.children:
        stack.append(child)
    while stack and alpha < beta:
        value = search(stack.pop(), alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    return best


def max_value(state, alpha, beta):
    return search(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, beta, False)
