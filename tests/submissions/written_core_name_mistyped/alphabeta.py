import math


def max_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    highest = -math.inf
    for child in node.children:
        val = min_value(child, alpha, beta)
        if val > highest:
            highest = val
        if highest >= beta:
            return highest
        if highest > alpha:
            alpha = highest
    return highest


def min_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    lowest = math.inf
    for child in node.children:
        val = max_value(child, alpha, beta)
        if val < lowest:
            lowest = val
        if lowest <= alpha:
            return lowest
        if lowest < beta:
            beat = lowest
    return lowest
