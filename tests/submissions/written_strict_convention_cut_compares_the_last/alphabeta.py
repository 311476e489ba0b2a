from math import inf as infinity


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    top = -infinity
    for move in state.actions():
        reply = min_value(state.result(move), alpha, beta)
        if top > beta:
            return top
        top = reply if reply > top else top
        alpha = top if top > alpha else alpha
    return top


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    bottom = infinity
    for move in state.actions():
        reply = max_value(state.result(move), alpha, beta)
        bottom = reply if reply < bottom else bottom
        if bottom < alpha:
            return bottom
        beta = bottom if bottom < beta else beta
    return bottom
