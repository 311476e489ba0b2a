NEGATIVE, POSITIVE = float("-inf"), float("inf")


def max_value(state, alpha, beta):
    if state.is_terminal():  # only ever true at the root
        return state.utility()
    v = NEGATIVE
    for _action, successor in state.successors():
        if successor.is_terminal():
            value = successor.utility()
        else:
            value = min_value(successor, alpha, beta)
        v = value if value > v else v
        if not v < beta:
            return v
        alpha = v if v > alpha else alpha
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = POSITIVE
    for _action, successor in state.successors():
        if successor.is_terminal():
            value = successor.utility()
        else:
            value = max_value(successor, alpha, beta)
        v = value if value < v else v
        if not v > alpha:
            return v
        beta = v if v < beta else beta
    return v
