def max_value(state, alpha, beta):
    # alpha/beta may be missing when I call it by hand
    a = -99999 if alpha is None else alpha
    if state.is_terminal():
        return state.utility()
    value = -99999
    for move, s in state.successors():
        value = max(value, min_value(s, a, beta))
        if value >= beta:
            return value
        a = max(a, value)
    return value


def min_value(state, alpha, beta):
    b = 99999 if beta is None else beta
    if state.is_terminal():
        return state.utility()
    value = 99999
    for move, s in state.successors():
        value = min(value, max_value(s, alpha, b))
        if value <= alpha:
            return value
        b = min(b, value)
    return value


if __name__ == "__main__":
    from game import State
    print(max_value(State([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), None, None))
