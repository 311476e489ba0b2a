from math import inf


def read(state):
    if state.is_terminal():
        return {"value": state.utility()}
    below = []
    for child in state.children:
        below.append(read(child))
    return {"below": below}


def greatest(node, alpha, beta):
    if "value" in node:
        return node["value"]
    value = -inf
    for child in node["below"]:
        value = max(value, least(child, alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value


def least(node, alpha, beta):
    if "value" in node:
        return node["value"]
    value = inf
    for child in node["below"]:
        value = min(value, greatest(child, alpha, beta))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value


def max_value(state, alpha, beta):
    return greatest(read(state), alpha, beta)


def min_value(state, alpha, beta):
    return least(read(state), alpha, beta)
