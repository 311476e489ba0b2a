import math
from games4e import Game


def alphabeta_search(game: Game, state):
    player = state.to_move
    pruned = []

    def MAX(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        value, best = -math.inf, None
        moves = list(game.actions(state))
        while moves:
            move = moves.pop(0)
            new, _ = MIN(game.result(state, move), alpha, beta)
            if best is None or new > value:
                value, best = new, move
            if value >= beta:
                pruned.extend(moves)
                break
            alpha = max(alpha, value)
        return value, best

    def MIN(state, alpha, beta):
        if game.is_terminal(state):
            # the opponent wants the opposite
            return -game.utility(state, player), None
        value, best = math.inf, None
        moves = list(game.actions(state))
        while moves:
            move = moves.pop(0)
            new, _ = MAX(game.result(state, move), alpha, beta)
            if best is None or new < value:
                value, best = new, move
            if value <= alpha:
                pruned.extend(moves)
                break
            beta = min(beta, value)
        return value, best

    return MAX(state, -math.inf, math.inf)
