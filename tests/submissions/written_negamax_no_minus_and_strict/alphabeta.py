from game import State

NEG_INF = -float("inf")


def negamax(state: State, depth: int, alpha: float, beta: float) -> float:
    done = state.is_terminal() or depth == 0
    if done:
        return state.evaluate()
    m = NEG_INF
    for _, s in state.successors():
        x = negamax(s, depth - 1, -beta, -alpha)
        if x > m:
            m = x
        if m > beta:
            return m
        if m > alpha:
            alpha = m
    return m
