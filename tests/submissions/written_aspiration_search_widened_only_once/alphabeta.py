from math import inf


def max_value(s, a, b):
    if s.is_terminal():
        return s.utility()
    v = -inf
    for c in s.children:
        v = max(v, min_value(c, a, b))
        if v >= b: return v
        a = max(a, v)
    return v


def min_value(s, a, b):
    if s.is_terminal():
        return s.utility()
    v = inf
    for c in s.children:
        v = min(v, max_value(c, a, b))
        if v <= a: return v
        b = min(b, v)
    return v


def aspiration_search(state, guess, epsilon):
    f = max_value if state.to_move == "MAX" else min_value
    lo = guess - epsilon
    hi = guess + epsilon
    v = f(state, lo, hi)
    if not lo < v < hi:
        epsilon *= 2
        lo, hi = guess - epsilon, guess + epsilon
        v = f(state, lo, hi)
    return v
