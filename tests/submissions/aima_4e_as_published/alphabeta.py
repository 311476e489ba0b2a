"""The form of the fourth edition's notebook: a move is kept where its value is better, and there is none before."""

from math import inf


def alphabeta_search(game, state):
    me = state.to_move

    def highest(state, low, high):
        if game.is_terminal(state):
            return game.utility(state, me), None
        best, chosen = -inf, None
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
        best, chosen = inf, None
        for move in game.actions(state):
            value, _ = highest(game.result(state, move), low, high)
            if value < best:
                best, chosen = value, move
                high = min(high, best)
            if best <= low:
                return best, chosen
        return best, chosen

    return highest(state, -inf, inf)
