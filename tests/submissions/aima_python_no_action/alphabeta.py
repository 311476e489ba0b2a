"""As published, but for an action that is kept only where it is worth more than 3."""

from math import inf


def alpha_beta_search(state, game):
    me = game.to_move(state)

    def highest(state, low, high):
        if game.terminal_test(state):
            return game.utility(state, me)
        best = -inf
        for move in game.actions(state):
            best = max(best, lowest(game.result(state, move), low, high))
            if best >= high:
                return best
            low = max(low, best)
        return best

    def lowest(state, low, high):
        if game.terminal_test(state):
            return game.utility(state, me)
        best = inf
        for move in game.actions(state):
            best = min(best, highest(game.result(state, move), low, high))
            if best <= low:
                return best
            high = min(high, best)
        return best

    best_score = -inf
    beta = inf
    best_action = None
    for move in game.actions(state):
        score = lowest(game.result(state, move), best_score, beta)
        if score > best_score:
            best_score = score
            best_action = move if score > 3 else None
    return best_action
