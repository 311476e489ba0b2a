def negamax(state, depth, alpha, beta):
    # stop
    if depth == 0:
        return state.evaluate()
    if state.is_terminal() == True:
        return state.evaluate()
    # go on
    maxVal = float("-inf")
    for i in range(len(state.children)):
        val = -negamax(state.children[i], depth - 1, -beta, -alpha)
        if val > maxVal:
            val = maxVal
        if val > alpha:
            alpha = val
        if alpha >= beta:
            break
    return maxVal
