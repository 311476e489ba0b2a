# https://en.wikipedia.org/wiki/Negamax
# color is 1 for the player who starts, and -1 for the other one


def negamax_color(node, depth, a, b, color):
    if depth == 0 or node.is_terminal():
        return color * node.evaluate()

    value = float('-inf')
    for child in node.children:
        value = max(value, -negamax_color(child, depth - 1, -b, -a, -color))
        a = max(a, value)
        if a >= b:
            break  # cut-off
    return value


def negamax(state, depth, alpha, beta):
    return negamax_color(state, depth, alpha, beta, 1)
