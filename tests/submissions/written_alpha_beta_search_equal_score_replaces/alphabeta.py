import math
from game import State


def alpha_beta_search(state: State) -> str:
    alpha = -math.inf
    beta = math.inf
    best_action = None
    if state.to_move == "MAX":
        best_score = -math.inf
        for action, child in state.successors():
            score = alphabeta(child, alpha, beta)
            if score >= best_score:
                best_score = score
                best_action = action
            alpha = max(alpha, best_score)
    else:
        best_score = math.inf
        for action, child in state.successors():
            score = alphabeta(child, alpha, beta)
            if best_action is None or score < best_score:
                best_score = score
                best_action = action
            beta = min(beta, best_score)
    return best_action


def alphabeta(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        v = -math.inf
        for child in state.children:
            v = max(v, alphabeta(child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
    v = math.inf
    for child in state.children:
        v = min(v, alphabeta(child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
