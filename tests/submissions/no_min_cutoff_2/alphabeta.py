INFINITY = float("inf")


def max_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    results = []
    for child in node.children:
        results.append(min_value(child, max([alpha] + results), beta))
        if max(results) >= beta:
            break
    return max(results)


def min_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    results = []
    for child in node.children:
        results.append(max_value(child, alpha, min([beta] + results)))
    return min(results)
