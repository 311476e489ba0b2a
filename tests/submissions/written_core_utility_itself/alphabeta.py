"""Exercise 4: alpha beta"""
import math


def max_value(state, alpha, beta):
    if state.is_terminal() == True:
        return state.utility
    else:
        best = -math.inf
        for s in state.children:
            val = min_value(s, alpha, beta)
            if val > best:
                best = val
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
        return best


def min_value(state, alpha, beta):
    if state.is_terminal() == True:
        return state.utility
    else:
        worst = math.inf
        for s in state.children:
            val = max_value(s, alpha, beta)
            if val < worst:
                worst = val
            if worst < beta:
                beta = worst
            if beta <= alpha:
                break
        return worst
