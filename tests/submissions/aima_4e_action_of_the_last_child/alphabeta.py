from math import inf
from typing import Any, NamedTuple


class Best(NamedTuple):
    value: float
    action: Any


def alphabeta_search(game, state):
    player = state.to_move

    def max_value(state, alpha, beta):
        if game.is_terminal(state):
            return Best(game.utility(state, player), None)
        best = Best(-inf, None)
        for action in game.actions(state):
            reply = min_value(game.result(state, action), alpha, beta)
            best = Best(max(best.value, reply.value), action)
            if best.value >= beta:
                return best
            alpha = max(alpha, best.value)
        return best

    def min_value(state, alpha, beta):
        if game.is_terminal(state):
            return Best(game.utility(state, player), None)
        best = Best(inf, None)
        for action in game.actions(state):
            reply = max_value(game.result(state, action), alpha, beta)
            if reply.value < best.value or best.action is None:
                best = Best(reply.value, action)
            if best.value <= alpha:
                return best
            beta = min(beta, best.value)
        return best

    return max_value(state, -inf, inf)
