from math import inf

# alpha beta for the tic tac toe exercise


def alpha_beta_search(state, game):
    player = game.to_move(state)

    def max_turn(s, alpha, beta):
        if game.terminal_test(s):
            return game.utility(s, player)
        best = -inf
        for move in game.actions(s):
            best = max(best, min_turn(game.result(s, move), alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def min_turn(s, alpha, beta):
        if game.terminal_test(s):
            return game.utility(s, player)
        best = inf
        for move in game.actions(s):
            best = min(best, max_turn(game.result(s, move), alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    best_score = -inf
    best_action = None
    for move in game.actions(state):
        score = min_turn(game.result(state, move), best_score, inf)
        if best_action is None or score > best_score:
            best_score, best_action = score, move
    return best_score
