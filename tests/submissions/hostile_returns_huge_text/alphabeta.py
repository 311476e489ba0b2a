"""Returns a very long text."""


def max_value(state, alpha, beta):
    return "x" * 10**8


min_value = max_value
