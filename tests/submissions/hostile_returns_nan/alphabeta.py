"""Returns not-a-number."""


def max_value(state, alpha, beta):
    return float("nan")


min_value = max_value
