def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    return max(min_value(child, alpha, beta) for child in state.children)


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    return min(max_value(child, alpha, beta) for child in state.children)
