from game import State


def max_value(state: State, alpha: float, beta: float) -> tuple:
    if state.is_terminal():
        return state.utility()
    best_value = float("-inf")
    best_move = None
    for move in state.actions():
        value, reply = min_value(state.result(move), alpha, beta)
        if best_move is None or value > best_value:
            best_value = value
            best_move = move
            alpha = max(alpha, best_value)
        if best_value >= beta:
            break
    return best_value, best_move


def min_value(state: State, alpha: float, beta: float) -> tuple:
    if state.is_terminal():
        return state.utility(), None
    best_value = float("inf")
    best_move = None
    for move in state.actions():
        value, reply = max_value(state.result(move), alpha, beta)
        if best_move is None or value < best_value:
            best_value = value
            best_move = move
            beta = min(beta, best_value)
        if best_value <= alpha:
            break
    return best_value, best_move
