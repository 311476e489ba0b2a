from game import State

best_move = None


def max_value(state: State, alpha: float, beta: float) -> tuple:
    global best_move
    if state.is_terminal():
        return state.utility(), None
    v = float("-inf")
    best_move = None
    for move, child in state.successors():
        new_v, _ = min_value(child, alpha, beta)
        if new_v > v:
            v = new_v
            best_move = move
        if v >= beta:
            return v, best_move
        alpha = max(alpha, v)
    return v, best_move


def min_value(state: State, alpha: float, beta: float) -> tuple:
    global best_move
    if state.is_terminal():
        return state.utility(), None
    v = float("inf")
    best_move = None
    for move, child in state.successors():
        new_v, _ = max_value(child, alpha, beta)
        if new_v < v:
            v = new_v
            best_move = move
        if v <= alpha:
            return v, best_move
        beta = min(beta, v)
    return v, best_move
