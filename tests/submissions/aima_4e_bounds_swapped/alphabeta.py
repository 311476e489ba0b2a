from math import inf


def alphabeta_search(game, state):
    me = state.to_move

    def value(position, maximizing, alpha=-inf, beta=inf):
        if game.is_terminal(position):
            return game.utility(position, me), None
        best, choice = None, None
        for move in game.actions(position):
            child, _ = value(game.result(position, move), not maximizing, alpha=beta, beta=alpha)
            if best is None or (child > best if maximizing else child < best):
                best, choice = child, move
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, choice

    return value(state, True)
