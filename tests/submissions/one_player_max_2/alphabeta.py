def search(node, alpha, beta, player="MAX"):
    if node.is_terminal():
        return node.utility()
    values = []
    for child in node.children:
        if player == "MAX":
            values.append(search(child, alpha, beta))
            if max(values) >= beta:
                break
            alpha = max(alpha, *values)
        else:
            values.append(search(child, alpha, beta, "MAX"))
            if min(values) <= alpha:
                break
            beta = min(beta, *values)
    return max(values) if player == "MAX" else min(values)


def max_value(state, alpha, beta):
    return search(state, alpha, beta, "MAX")


def min_value(state, alpha, beta):
    return search(state, alpha, beta, "MIN")
