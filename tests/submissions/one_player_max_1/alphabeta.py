INF = float("inf")


def max_value(s, a, b):
    if s.is_terminal():
        return s.utility()
    kids, i, top = s.children, 0, -INF
    while i < len(kids):
        top = max(top, max_value(kids[i], a, b))
        if top >= b:
            return top
        a = max(a, top)
        i += 1
    return top


def min_value(s, a, b):
    if s.is_terminal():
        return s.utility()
    kids, i, bottom = s.children, 0, INF
    while i < len(kids):
        bottom = min(bottom, max_value(kids[i], a, b))
        if bottom <= a:
            return bottom
        b = min(b, bottom)
        i += 1
    return bottom
