from math import inf


def value_of(state):
    return state.utility() if state.is_terminal() else value_of(state.children[0])


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state
    return max((min_value(child, alpha, beta) for child in state.children), key=value_of)


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state
    return min((max_value(child, alpha, beta) for child in state.children), key=value_of)
