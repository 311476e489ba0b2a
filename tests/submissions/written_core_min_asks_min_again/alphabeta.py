from game import State

def max_value(state: State, alpha: float, beta: float) -> float:
    # base case: leaf of the tree
    if state.is_terminal():
        return state.utility()
    max_eval = float('-inf')
    for child in state.children:
        eval_ = min_value(child, alpha, beta)
        max_eval = max(max_eval, eval_)
        alpha = max(alpha, eval_)
        if beta <= alpha:
            break
    return max_eval

def min_value(state: State, alpha: float, beta: float) -> float:
    # base case: leaf of the tree
    if state.is_terminal():
        return state.utility()
    min_eval = float('inf')
    for child in state.children:
        eval_ = min_value(child, alpha, beta)
        min_eval = min(min_eval, eval_)
        beta = min(beta, eval_)
        if beta <= alpha:
            break
    return min_eval
