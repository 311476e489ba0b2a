from game import State
INFINITY = float('inf')

def max_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal(): return state.utility()

    v = -INFINITY
    for child in state.children:
        child_val = min_value(child, alpha, beta)
        if child_val >= beta:
            return v
        v = max(v, child_val)
        alpha = max(alpha, v)
    return v

def min_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal(): return state.utility()

    v = INFINITY
    for child in state.children:
        child_val = max_value(child, alpha, beta)
        if child_val <= alpha:
            return v
        v = min(v, child_val)
        beta = min(beta, v)
    return v
