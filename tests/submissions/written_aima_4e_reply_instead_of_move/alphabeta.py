def alphabeta_search(game, state):
    alpha = float("-inf")
    beta = float("inf")
    return maxValue(game, state, state.to_move, alpha, beta)


def maxValue(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return (game.utility(state, player), None)
    bestMove = None
    v = float("-inf")
    for action in game.actions(state):
        newV, move = minValue(game, game.result(state, action), player, alpha, beta)
        if newV > v:
            v = newV
            bestMove = move
            alpha = max(alpha, v)
        if v >= beta:
            return (v, bestMove)
    return (v, bestMove)


def minValue(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return (game.utility(state, player), None)
    bestMove = None
    v = float("inf")
    for action in game.actions(state):
        newV, move = maxValue(game, game.result(state, action), player, alpha, beta)
        if newV < v:
            v = newV
            bestMove = action
            beta = min(beta, v)
        if v <= alpha:
            return (v, bestMove)
    return (v, bestMove)
