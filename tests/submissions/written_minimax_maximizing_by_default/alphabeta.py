def minimax(state, maximizing=True):
    """Return the minimax value of the state.

    MAX and MIN take turns, so every call flips `maximizing`.
    """
    if state.is_terminal():
        return state.utility()

    values = []
    for child in state.children:
        values.append(minimax(child, not maximizing))

    if maximizing:
        return max(values)
    else:
        return min(values)
