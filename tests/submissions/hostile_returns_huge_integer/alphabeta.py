"""Returns ten to the power of a million."""

NUMBER = 10**1000000


def max_value(state, alpha, beta):
    return NUMBER


min_value = max_value
