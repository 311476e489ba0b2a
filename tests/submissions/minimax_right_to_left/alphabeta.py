def minimax(state):
    if state.is_terminal():
        return state.utility()
    actions = state.actions()
    values = []
    while actions:
        values.append(minimax(state.result(actions.pop())))
    return max(values) if state.to_move == "MAX" else min(values)
