from math import inf


def alphabeta_search(game, state):
    me = state.to_move

    def search(s, alpha, beta, maximizing):
        if game.is_terminal(s):
            return game.utility(s, s.to_move), None
        best = None
        value = -inf if maximizing else inf
        for act in game.actions(s):
            val, _ = search(game.result(s, act), alpha, beta, not maximizing)
            if maximizing:
                if val > value:
                    value, best = val, act
                alpha = max(alpha, value)
            else:
                if val < value:
                    value, best = val, act
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value, best

    return search(state, -inf, inf, True)
