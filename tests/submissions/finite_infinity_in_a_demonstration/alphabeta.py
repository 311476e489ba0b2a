def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -9999999
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = 9999999
    for child in state.children:
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


class Leaf:
    def is_terminal(self):
        return True

    def utility(self):
        return 3


print(max_value(Leaf(), -9999999, 9999999))
