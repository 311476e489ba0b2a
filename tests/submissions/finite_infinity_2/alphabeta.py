MAX, MIN = 10000000, -10000000


def max_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    optimum = MIN
    for i in range(0, len(node.children)):
        val = min_value(node.children[i], low, high)
        optimum = max(optimum, val)
        if high <= optimum:
            break
        low = max(low, optimum)
    return optimum


def min_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    optimum = MAX
    for i in range(0, len(node.children)):
        val = max_value(node.children[i], low, high)
        optimum = min(optimum, val)
        if optimum <= low:
            break
        high = min(high, optimum)
    return optimum
