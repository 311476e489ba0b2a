from math import inf


def alphabeta_search(game, state):
    return maximize(game, state, player=state.to_move, alpha=-inf, beta=inf)


def leaf(game, state, player):
    return (game.utility(state, player), None)


def maximize(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return leaf(game, state, player)
    top = (-inf, None)
    for action in game.actions(state):
        after = game.result(state, action)
        worth = minimize(game, after, player, alpha=beta, beta=alpha)[0]
        if worth > top[0]:
            top = (worth, action)
        if top[0] >= beta:
            return top
        alpha = max(alpha, top[0])
    return top


def minimize(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return leaf(game, state, player)
    low = (inf, None)
    for action in game.actions(state):
        after = game.result(state, action)
        worth = maximize(game, after, player, alpha=beta, beta=alpha)[0]
        if worth < low[0]:
            low = (worth, action)
        if low[0] <= alpha:
            return low
        beta = min(beta, low[0])
    return low
