def minimax(state):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        max = float("-inf")
        for child in state.children:
            max = max(max, minimax(child))
        return max
    else:
        worst = float("inf")
        for child in state.children:
            worst = min(worst, minimax(child))
        return worst
