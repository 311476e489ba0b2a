def max_value(node, lower, upper):
    if node.is_terminal():
        return node.utility()
    smallest = None
    for child in node.children:
        found = min_value(child, lower, upper)
        if smallest is None or found < smallest:
            smallest = found
        if smallest <= lower:
            break
        upper = min(smallest, upper)
    return smallest


def min_value(node, lower, upper):
    if node.is_terminal():
        return node.utility()
    greatest = None
    for child in node.children:
        found = max_value(child, lower, upper)
        if greatest is None or found > greatest:
            greatest = found
        if greatest >= upper:
            break
        lower = max(greatest, lower)
    return greatest
