from math import inf


def alphabeta_search(game, state):
    me = state.to_move

    def search(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, me), None
        if state.to_move == me:
            return best_for_me(state, alpha, beta)
        return worst_for_me(state, alpha, beta)

    def best_for_me(state, alpha, beta):
        best_score, best_move = -inf, None
        for move in game.actions(state):
            score, reply = search(game.result(state, move), alpha, beta)
            if score >= beta:
                break
            if score > best_score or best_move is None:
                best_score, best_move = score, move
            alpha = max(alpha, best_score)
        return best_score, best_move

    def worst_for_me(state, alpha, beta):
        best_score, best_move = inf, None
        for move in game.actions(state):
            score, reply = search(game.result(state, move), alpha, beta)
            if score < best_score or best_move is None:
                best_score, best_move = score, move
            if best_score <= alpha:
                break
            beta = min(beta, best_score)
        return best_score, best_move

    return search(state, -inf, inf)
