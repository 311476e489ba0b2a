def minimax(state):
    if state.is_terminal():
        return state.utility()
    v = 0
    for child in state.children:
        v = max(v, minimax(child)) if state.to_move == "MAX" else min(v, minimax(child))
    return v
