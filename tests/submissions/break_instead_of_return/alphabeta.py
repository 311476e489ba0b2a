def max_value(state, alpha, beta):
    if state.is_terminal():
        result = state.utility()
    else:
        result = float("-inf")
        for action in state.actions():
            score = min_value(state.result(action), alpha, beta)
            if score > result:
                result = score
            if result > alpha:
                alpha = result
            if beta <= alpha:
                break
    return result


def min_value(state, alpha, beta):
    if state.is_terminal():
        result = state.utility()
    else:
        result = float("inf")
        for action in state.actions():
            score = max_value(state.result(action), alpha, beta)
            if score < result:
                result = score
            if result < beta:
                beta = result
            if beta <= alpha:
                break
    return result
