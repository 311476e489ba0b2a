from game import State

INF = float('inf')


def negamax(state: State, depth: int, alpha: float, beta: float) -> float:
    """Negamax with alpha-beta (wikipedia version)"""
    # leaf or no depth left
    if depth == 0 or state.is_terminal():
        return state.evaluate()
    value = -INF
    for move in state.actions():
        nxt = state.result(move)
        value = max(value, -negamax(nxt, depth - 1, alpha, beta))
        alpha = max(alpha, value)
        if alpha >= beta:
            break  # cut-off
    return value
