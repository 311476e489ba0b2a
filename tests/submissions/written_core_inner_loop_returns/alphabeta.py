from math import inf


def min_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    found = inf
    for child in node.children:
        found = min(found, max_value(child, low, high))
        if found <= low:
            return found
        high = min(high, found)
    return found


def max_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    found = -inf
    for child in node.children:
        if child.is_terminal():
            value = child.utility()
        else:
            value, bound = inf, high
            for grandchild in child.children:
                value = min(value, max_value(grandchild, low, bound))
                if value <= low:
                    return value
                bound = min(bound, value)
        found = max(found, value)
        if found >= high:
            return found
        low = max(low, found)
    return found
