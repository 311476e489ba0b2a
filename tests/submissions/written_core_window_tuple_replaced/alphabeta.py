BIG = float("inf")


def best_for_max(node, window):
    if node.is_terminal():
        return node.utility()
    top = -BIG
    for a in node.actions():
        top = max(top, best_for_min(node.result(a), window))
        if top >= window[1]:
            break
        window = (top, window[1])
    return top


def best_for_min(node, window):
    if node.is_terminal():
        return node.utility()
    low = BIG
    for a in node.actions():
        low = min(low, best_for_max(node.result(a), window))
        if low <= window[0]:
            break
        window = (window[0], min(low, window[1]))
    return low


def max_value(state, alpha, beta):
    return best_for_max(state, (alpha, beta))


def min_value(state, alpha, beta):
    return best_for_min(state, (alpha, beta))
