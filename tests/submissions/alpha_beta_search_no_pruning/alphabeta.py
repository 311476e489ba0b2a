def minimax(state):
    if state.is_terminal():
        return state.utility()
    values = [minimax(child) for child in state.children]
    return max(values) if state.to_move == "MAX" else min(values)


def alpha_beta_search(state):
    values = [minimax(child) for child in state.children]
    best = max(values) if state.to_move == "MAX" else min(values)
    return state.actions()[values.index(best)]
