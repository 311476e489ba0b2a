def minimax(state):
    return max_value(state) if state.to_move == "MAX" else min_value(state)


def max_value(state):
    if state.is_terminal():
        state.utility()
        return state.utility()
    v = float("-inf")
    for _, s in state.successors():
        v = max(v, min_value(s))
    return v


def min_value(state):
    if state.is_terminal():
        return state.utility()
    v = float("inf")
    for _, s in state.successors():
        v = min(v, max_value(s))
    return v
