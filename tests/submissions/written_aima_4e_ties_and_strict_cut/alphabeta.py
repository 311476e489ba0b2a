from math import inf


def alphabeta_search(game, state):
    def terminal(s):
        return game.is_terminal(s)

    def search(s, alpha, beta, my_turn):
        if terminal(s):
            return game.utility(s, player), None
        best_move = None
        if my_turn:
            best = -inf
            for move in game.actions(s):
                value, _ = search(game.result(s, move), alpha, beta, False)
                if value >= best:
                    best = value
                    best_move = move
                if best >= beta:
                    break
                alpha = max(alpha, best)
        else:
            best = inf
            for move in game.actions(s):
                value, _ = search(game.result(s, move), alpha, beta, True)
                if value < best:
                    best = value
                    best_move = move
                if best < alpha:
                    break
                beta = min(beta, best)
        return best, best_move

    player = state.to_move
    return search(state, -inf, inf, True)
