def negamax(state, depth, alpha, beta):
    """
    Parameters: the position, the plies left, the window.
    Returns: the value for the player to move.
    """
    if state.is_terminal() or depth < 0:
        return state.evaluate()
    values = []
    for child in state.children:
        values.append(-negamax(child, depth - 1, -beta, -alpha))
        alpha = max(alpha, values[-1])
        if alpha > beta:
            break
    return max(values)
