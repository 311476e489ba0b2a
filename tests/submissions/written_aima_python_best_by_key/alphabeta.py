from math import inf


def alpha_beta_search(state, game):
    who = game.to_move(state)
    moves = game.actions(state)
    worth = lambda m: lo(game, game.result(state, m), who, -inf, inf)
    return max(moves, key=worth)


def hi(game, s, who, alpha, beta):
    if game.terminal_test(s):
        return game.utility(s, who)
    for m in game.actions(s):
        alpha = max(alpha, lo(game, game.result(s, m), who, alpha, beta))
        if alpha >= beta:
            break
    return alpha


def lo(game, s, who, alpha, beta):
    if game.terminal_test(s):
        return game.utility(s, who)
    for m in game.actions(s):
        beta = min(beta, hi(game, game.result(s, m), who, alpha, beta))
        if alpha >= beta:
            break
    return beta
