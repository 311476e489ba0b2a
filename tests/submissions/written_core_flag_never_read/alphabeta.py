# CS 4100 HW2
INFINITY = float('inf')


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    kids = state.children
    highest = -INFINITY
    pos = 0
    done = False
    while pos < len(kids) and not done:
        reply = min_value(kids[pos], alpha, beta)
        if reply > highest:
            highest = reply
        if highest >= beta:
            done = True
        if highest > alpha:
            alpha = highest
        pos += 1
    return highest


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    kids = state.children
    lowest = INFINITY
    pos = 0
    done = False
    while pos < len(kids):
        reply = max_value(kids[pos], alpha, beta)
        if reply < lowest:
            lowest = reply
        if lowest <= alpha:
            done = True
        if lowest < beta:
            beta = lowest
        pos += 1
    return lowest
