def minimax(state):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        v = float("-inf")
        for a in state.actions():
            v = max(v, minimax(state.result(a)))
            return v
    v = float("inf")
    for a in state.actions():
        v = min(v, minimax(state.result(a)))
        return v
