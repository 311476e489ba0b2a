"""Alpha-beta, adapted from my solution for tic-tac-toe."""

import math

LIMIT = 3


def alpha_beta_search(state, game):
    player = game.to_move(state)

    def cutoff(state, depth):
        return depth > LIMIT or game.terminal_test(state)

    def evaluate(state):
        return game.utility(state, player)

    def max_value(state, alpha, beta, depth):
        if cutoff(state, depth):
            return evaluate(state)
        v = -math.inf
        for move in game.actions(state):
            v = max(v, min_value(game.result(state, move), alpha, beta, depth + 1))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta, depth):
        if cutoff(state, depth):
            return evaluate(state)
        v = math.inf
        for move in game.actions(state):
            v = min(v, max_value(game.result(state, move), alpha, beta, depth + 1))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    alpha, beta = -math.inf, math.inf
    best = None
    for move in game.actions(state):
        v = min_value(game.result(state, move), alpha, beta, 1)
        if best is None or v > alpha:
            alpha, best = v, move
    return best
