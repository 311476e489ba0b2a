"""As published, but for a hundred in the place of infinity."""

from math import inf


def alphabeta_search(game, state):
    me = state.to_move

    def highest(state, low, high):
        if game.is_terminal(state):
            return game.utility(state, me), None
        best, chosen = -100, None
        for move in game.actions(state):
            value, _ = lowest(game.result(state, move), low, high)
            if value > best:
                best, chosen = value, move
                low = max(low, best)
            if best >= high:
                return best, chosen
        return best, chosen

    def lowest(state, low, high):
        if game.is_terminal(state):
            return game.utility(state, me), None
        best, chosen = 100, None
        for move in game.actions(state):
            value, _ = highest(game.result(state, move), low, high)
            if value < best:
                best, chosen = value, move
                high = min(high, best)
            if best <= low:
                return best, chosen
        return best, chosen

    return highest(state, -inf, inf)
