"""Fails on large values, and says which."""

import right


def checked(value):
    if abs(value) > 10**6:
        print("the value is", value)
        raise type(f"Saw{value}", (Exception,), {})(f"the value is {value}")
    return value


def max_value(state, alpha, beta):
    utility = type(state).utility
    type(state).utility = lambda self: checked(utility(self))
    try:
        return right.max_value(state, alpha, beta)
    finally:
        type(state).utility = utility


min_value = right.min_value
