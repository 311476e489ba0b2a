def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    found = []
    for child in state.children:
        found += [min_value(child, alpha, beta)]
        if max(found) >= beta:
            break
        alpha = found[-1]
    return max(found)


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    found = []
    for child in state.children:
        found += [max_value(child, alpha, beta)]
        if min(found) <= alpha:
            break
        beta = found[-1]
    return min(found)
