def minimax(state, memo={}):
    # don't compute the same state twice!
    if state.name in memo:
        return memo[state.name]
    if state.is_terminal():
        value = state.utility()
    elif state.to_move == "MAX":
        value = max([minimax(state.result(a), memo) for a in state.actions()])
    else:
        value = min([minimax(state.result(a), memo) for a in state.actions()])
    memo[state.name] = value
    return value
