from game import State

POS_INF = float('inf')
NEG_INF = float('-inf')


def max_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()

    v = NEG_INF
    for successor in state.children:
        v = max(v, min_value(successor, alpha, beta))
        if v < beta:
            alpha = max(alpha, v)
            continue
        else:
            return v
    return v


def min_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()

    v = POS_INF
    for successor in state.children:
        v = min(v, max_value(successor, alpha, beta))
        if v > alpha:
            continue
            beta = min(beta, v)
        else:
            return v
    return v
