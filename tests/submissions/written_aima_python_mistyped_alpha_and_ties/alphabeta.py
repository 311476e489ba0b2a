def alpha_beta_search(state, game):
    player = game.to_move(state)
    inf = float("inf")

    def maxValue(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        best = -inf
        for action in game.actions(state):
            child = game.result(state, action)
            value = minValue(child, alpha, beta)
            if value > best:
                best = value
            if best >= beta:
                return best
            if best > alpha:
                aplha = best
        return best

    def minValue(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        best = inf
        for action in game.actions(state):
            child = game.result(state, action)
            value = maxValue(child, alpha, beta)
            if value < best:
                best = value
            if best <= alpha:
                return best
            if best < beta:
                beta = best
        return best

    best = -inf
    chosen = None
    for action in game.actions(state):
        value = minValue(game.result(state, action), best, inf)
        if chosen is None or value >= best:
            best = value
            chosen = action
    return chosen
