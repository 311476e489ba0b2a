INFINITY = float("inf")


def negamax(state, low, high, color):
    if state.is_terminal():
        return color * state.utility()
    best = -INFINITY
    for child in state.children:
        best = max(best, -negamax(child, -high, -max(low, best), -color))
        if best >= high:
            break
    return best


def max_value(state, alpha, beta):
    return negamax(state, alpha, beta, 1)


def min_value(state, alpha, beta):
    return -negamax(state, -beta, -alpha, -1)
