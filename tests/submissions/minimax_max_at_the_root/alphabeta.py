def minimax(state, maximizing=True):
    if state.is_terminal():
        return state.utility()
    values = [minimax(child, not maximizing) for child in state.children]
    return max(values) if maximizing else min(values)
