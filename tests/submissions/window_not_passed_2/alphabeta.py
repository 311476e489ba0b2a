def search(state, is_max, alpha=float("-inf"), beta=float("inf")):
    if state.is_terminal():
        return state.utility()
    values = []
    for action in state.actions():
        values.append(search(state.result(action), not is_max))
        if is_max and max(values) >= beta:
            break
        if not is_max and min(values) <= alpha:
            break
    return max(values) if is_max else min(values)


def max_value(state, alpha, beta):
    return search(state, True, alpha, beta)


def min_value(state, alpha, beta):
    return search(state, False, alpha, beta)
