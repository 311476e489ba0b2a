def max_value(state, alpha, beta):
    todo = state.children
    if todo == []:
        return state.utility()
    v = float("-inf")
    while todo:
        v = max(v, min_value(todo.pop(), alpha, beta))
        if v >= beta: return v
        alpha = max(alpha, v)
    return v

def min_value(state, alpha, beta):
    todo = state.children
    if todo == []:
        return state.utility()
    v = float("inf")
    while todo:
        v = min(v, max_value(todo.pop(), alpha, beta))
        if v <= alpha: return v
        beta = min(beta, v)
    return v
