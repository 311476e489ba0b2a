def max_value(node, lower, upper):
    if len(node.children) == 0:
        return node.utility()
    children, i = node.children, 0
    highest = float("-inf")
    while i < len(children) and highest < upper:
        value = min_value(children[i], max(lower, highest), upper)
        highest = max(highest, value)
        i += 1
    return highest


def min_value(node, lower, upper):
    if len(node.children) == 0:
        return node.utility()
    children, i = node.children, 0
    lowest = float("inf")
    while i < len(children) and lowest > lower:
        value = max_value(children[i], lower, min(upper, lowest))
        lowest = min(lowest, value)
        i += 1
    return lowest
