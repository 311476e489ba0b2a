from math import inf

MAX = "MAX"


def alpha_beta_search(state):
    maximizing = state.to_move == MAX
    alpha, beta = -inf, inf
    scores = {}
    # score every action, tightening the window as we go
    for action in state.actions():
        s = score(state.result(action), alpha, beta)
        scores[action] = s
        if maximizing:
            alpha = max(alpha, s)
        else:
            beta = min(beta, s)
        if alpha == beta:
            break
    best = alpha if maximizing else beta
    best_actions = [action for action in scores if scores[action] == best]
    return best_actions[-1]


def score(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    if state.to_move == MAX:
        best = -inf
        for action in state.actions():
            best = max(best, score(state.result(action), alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
    else:
        best = inf
        for action in state.actions():
            best = min(best, score(state.result(action), alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
    return best
