MAX, MIN = 10000000, -100000000


def minimax(state):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        optimum = MIN
        for child in state.children:
            optimum = max(optimum, minimax(child))
    else:
        optimum = MAX
        for child in state.children:
            optimum = min(optimum, minimax(child))
    return optimum
