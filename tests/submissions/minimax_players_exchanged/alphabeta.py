def minimax(state):
    if state.is_terminal():
        return state.utility()
    values = []
    for child in state.children:
        values.append(minimax(child))
    if state.to_move == "MAX":
        return min(values)
    return max(values)
