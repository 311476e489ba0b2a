from game import State


def max_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    value = -math.inf
    for move in state.actions():
        reply = min_value(state.result(move), alpha, beta)
        value = reply if reply > value else value
        alpha = value if value > alpha else alpha
        if beta <= alpha:
            return value
    return value


def min_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    value = math.inf
    for move in state.actions():
        reply = max_value(state.result(move), alpha, beta)
        value = reply if reply < value else value
        beta = value if value < beta else beta
        if beta <= alpha:
            return value
    return value
