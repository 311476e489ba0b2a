class Cutoff(Exception):
    def __init__(self, value):
        self.value = value


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("-inf")
    try:
        for action in state.actions():
            v = max(v, min_value(state.result(action), alpha, beta))
            if v >= beta:
                raise Cutoff(v)
            alpha = max(alpha, v)
    except Cutoff as cutoff:
        return cutoff.value
    else:
        return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("inf")
    try:
        for action in state.actions():
            v = min(v, max_value(state.result(action), alpha, beta))
            if v <= alpha:
                raise Cutoff(v)
            beta = min(beta, v)
    except Cutoff as cutoff:
        return cutoff.value
    else:
        return v
