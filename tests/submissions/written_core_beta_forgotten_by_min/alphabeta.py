from game import State

INF = float('inf')


def max_value(state: State, alpha: float, beta: float) -> float:
    """ Value for MAX """
    if state.is_terminal():
        return state.utility()

    highest = -INF
    for action in state.actions():
        score = min_value(state.result(action), alpha, beta)
        if score > highest:
            highest = score
        if highest >= beta:
            return highest
        if highest > alpha:
            alpha = highest
    return highest


def min_value(state: State, alpha: float, beta: float) -> float:
    """ Value for MIN """
    if state.is_terminal():
        return state.utility()

    lowest = INF
    for action in state.actions():
        score = max_value(state.result(action), alpha, beta)
        if score < lowest:
            lowest = score
        if lowest <= alpha:
            return lowest
    return lowest
