import numbers


def max_value(state, alpha, beta):
    alpha, beta = float(alpha), float(beta)
    if state.is_terminal():
        u = state.utility()
        assert isinstance(u, numbers.Number)
        return float(u)
    best = float("-inf")
    for action, child in state.successors():
        best = max([best, min_value(child, alpha, beta)])
        alpha = max([alpha, best])
        if best >= beta:
            break
    return best * 1.0


def min_value(state, alpha, beta):
    alpha, beta = float(alpha), float(beta)
    if state.is_terminal():
        return float(state.utility())
    best = float("inf")
    for action, child in state.successors():
        best = min([best, max_value(child, alpha, beta)])
        beta = min([beta, best])
        if best <= alpha:
            break
    return best * 1.0
