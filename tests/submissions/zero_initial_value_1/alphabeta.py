def solve(state, alpha, beta, max_turn):
    if state.is_terminal():
        return state.utility()
    best = 0
    for child in state.children:
        if max_turn:
            best = max(best, solve(child, alpha, beta, False))
            if best >= beta:
                break
            alpha = max(alpha, best)
        else:
            best = min(best, solve(child, alpha, beta, True))
            if best <= alpha:
                break
            beta = min(beta, best)
    return best


def max_value(state, alpha, beta):
    return solve(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return solve(state, alpha, beta, False)
