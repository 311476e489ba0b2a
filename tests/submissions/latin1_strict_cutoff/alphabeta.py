# -*- coding: cp1252 -*-
# Übung 4 – größter Wert für MAX, kleinster für MIN
from math import inf


def ab(node, alpha, beta, is_max):
    if node.is_terminal():
        return node.utility()
    value = -inf if is_max else inf
    for child in node.children:
        below = ab(child, alpha, beta, not is_max)
        if is_max:
            value = max(value, below)
            alpha = max(alpha, value)
        else:
            value = min(value, below)
            beta = min(beta, value)
        if alpha > beta:  # der Rest ist überflüssig – Schluß
            break
    return value


def max_value(state, alpha, beta):
    return ab(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return ab(state, alpha, beta, False)
