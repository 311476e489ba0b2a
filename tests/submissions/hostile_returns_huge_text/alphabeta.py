"""Returns a very long text."""

TEXT = "x" * 10**8


def max_value(state, alpha, beta):
    return TEXT


min_value = max_value
