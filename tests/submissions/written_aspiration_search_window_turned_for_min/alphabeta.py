import math


def aspiration_search(state, guess, epsilon):
    alpha, beta = guess - epsilon, guess + epsilon
    if state.to_move == "MIN":  # for MIN everything is the other way round
        alpha, beta = beta, alpha

    result = alphabeta(state, alpha, beta, state.to_move)
    if min(alpha, beta) < result < max(alpha, beta):
        return result
    return alphabeta(state, -math.inf, math.inf, state.to_move)


def alphabeta(state, alpha, beta, player):
    if state.is_terminal():
        return state.utility()

    if player == "MAX":
        value = -math.inf
        for child in state.children:
            value = max(value, alphabeta(child, alpha, beta, "MIN"))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value
    elif player == "MIN":
        value = math.inf
        for child in state.children:
            value = min(value, alphabeta(child, alpha, beta, "MAX"))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value
