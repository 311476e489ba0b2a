"""MINIMAX, after Ingargiola's lecture."""


def minimax(state):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MIN":
        return min(minimax(state.result(a)) for a in state.actions())
    return max(minimax(state.result(a)) for a in state.actions())
