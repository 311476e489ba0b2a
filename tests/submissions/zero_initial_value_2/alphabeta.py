def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    results = [0]
    actions = list(state.actions())
    while actions:
        action, *actions = actions
        results.append(min_value(state.result(action), alpha, beta))
        if max(results) >= beta:
            break
        alpha = max(results + [alpha])
    return max(results)


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    results = [0]
    actions = list(state.actions())
    while actions:
        action, *actions = actions
        results.append(max_value(state.result(action), alpha, beta))
        if min(results) <= alpha:
            break
        beta = min(results + [beta])
    return min(results)
