INFINITY = float('inf')


def aspiration_search(state, guess, epsilon):
    lower = guess - epsilon
    upper = guess + epsilon
    result = alphabeta(state, lower, upper)
    if result <= lower:
        # fail low, search again
        alphabeta(state, -INFINITY, INFINITY)
    elif result >= upper:
        # fail high, search again
        alphabeta(state, -INFINITY, INFINITY)
    return result


def alphabeta(state, alpha, beta):
    """Plain alpha beta without depth."""
    if state.is_terminal():
        return state.utility()
    maximizing = (state.to_move == 'MAX')
    if maximizing:
        value = -INFINITY
    else:
        value = INFINITY
    for action, child in state.successors():
        childValue = alphabeta(child, alpha, beta)
        if maximizing:
            value = max(value, childValue)
            if value >= beta:
                return value
            alpha = max(alpha, value)
        else:
            value = min(value, childValue)
            if value <= alpha:
                return value
            beta = min(beta, value)
    return value
