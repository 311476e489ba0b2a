INF = float("inf")


def negamax(state, depth, alpha, beta):
    if state.to_move == "MAX":
        return search(state, depth, alpha, beta)
    return -search(state, depth, -beta, -alpha)


def search(state, depth, alpha, beta):
    if depth == 0 or state.is_terminal():
        value = state.evaluate()
        return value if state.to_move == "MAX" else -value
    if state.to_move == "MAX":
        v = -INF
        for child in state.children:
            v = max(v, search(child, depth - 1, alpha, beta))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
    else:
        v = INF
        for child in state.children:
            v = min(v, search(child, depth - 1, alpha, beta))
            beta = min(beta, v)
            if alpha >= beta:
                break
    return v
