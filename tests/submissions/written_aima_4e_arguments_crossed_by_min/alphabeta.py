infinity = float("inf")


def alphabeta_search(game, state):
    """returns (value, move)"""
    player = state.to_move

    def max_value(s, alpha, beta):
        if game.is_terminal(s):
            return game.utility(s, player), None
        top, choice = -infinity, None
        for move in game.actions(s):
            score = min_value(game.result(s, move), alpha, beta)[0]
            if score > top:
                top, choice = score, move
            alpha = max(alpha, top)
            if top >= beta:
                break
        return top, choice

    def min_value(s, alpha, beta):
        if game.is_terminal(s):
            return game.utility(s, player), None
        low, choice = infinity, None
        for move in game.actions(s):
            score = max_value(game.result(s, move), beta, alpha)[0]
            if score < low:
                low, choice = score, move
            beta = min(beta, low)
            if low <= alpha:
                break
        return low, choice

    return max_value(state, -infinity, infinity)
