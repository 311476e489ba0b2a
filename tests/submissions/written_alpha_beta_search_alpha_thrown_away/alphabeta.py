def alpha_beta_search(state):
    alpha = float("-inf")
    beta = float("inf")
    if state.to_move == "MAX":
        result = MAX_VALUE(state, alpha, beta)
    else:
        result = MIN_VALUE(state, alpha, beta)
    return result["action"]


def MAX_VALUE(state, alpha, beta):
    if state.is_terminal():
        return {"value": state.utility(), "action": None}
    best = float("-inf")
    bestAction = None
    for action in state.actions():
        newValue = MIN_VALUE(state.result(action), alpha, beta)["value"]
        if bestAction == None or newValue > best:
            best = newValue
            bestAction = action
        # prune
        if best >= beta:
            return {"value": best, "action": bestAction}
        max(alpha, best)
    return {"value": best, "action": bestAction}


def MIN_VALUE(state, alpha, beta):
    if state.is_terminal():
        return {"value": state.utility(), "action": None}
    best = float("inf")
    bestAction = None
    for action in state.actions():
        newValue = MAX_VALUE(state.result(action), alpha, beta)["value"]
        if bestAction == None or newValue < best:
            best = newValue
            bestAction = action
        # prune
        if best <= alpha:
            return {"value": best, "action": bestAction}
        beta = min(beta, best)
    return {"value": best, "action": bestAction}
