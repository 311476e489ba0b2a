from math import inf


def max_value(s, lo, hi):
    if s.is_terminal():
        return s.utility()
    todo = s.actions()
    v = -inf
    while todo:
        v = max(v, min_value(s.result(todo.pop(0)), lo, hi))
        if v >= hi:
            todo.clear()
        hi = min(hi, v)
    return v


def min_value(s, lo, hi):
    if s.is_terminal():
        return s.utility()
    todo = s.actions()
    v = inf
    while todo:
        v = min(v, max_value(s.result(todo.pop(0)), lo, hi))
        if v <= lo:
            todo.clear()
        lo = max(lo, v)
    return v
