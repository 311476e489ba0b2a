from math import inf

best_move = None


def alpha_beta_search(state):
    global best_move
    best_move = state.actions()[0]
    alphabeta(state, -inf, inf, 0)
    return best_move


def alphabeta(state, alpha, beta, ply):
    global best_move
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        for action in state.actions():
            score = alphabeta(state.result(action), alpha, beta, ply + 1)
            if score > alpha:
                alpha = score
                best_move = action
            if alpha >= beta:
                return beta
        return alpha
    else:
        for action in state.actions():
            score = alphabeta(state.result(action), alpha, beta, ply + 1)
            if score < beta:
                beta = score
                best_move = action
            if alpha >= beta:
                return alpha
        return beta
