from math import inf

from game import State


def aspiration_search(state: State, guess: float, epsilon: float) -> float:
    a = guess - epsilon
    b = guess + epsilon
    v = alphabeta(state, a, b)
    if a <= v <= b:
        return v
    return alphabeta(state, -inf, inf)


def alphabeta(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf if state.to_move == "MAX" else inf
    for action, child in state.successors():
        x = alphabeta(child, alpha, beta)
        if state.to_move == "MAX":
            v = max(v, x)
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        else:
            v = min(v, x)
            beta = min(beta, v)
    return v
