"""Raises an exception with very many causes."""


def chained():
    error = first = ValueError("the first")
    for number in range(100_000):
        error.__cause__ = ValueError(f"cause {number}")
        error = error.__cause__
    error.__cause__ = first
    return first


CHAINED = chained()


def max_value(state, alpha, beta):
    raise CHAINED.with_traceback(None)


min_value = max_value
