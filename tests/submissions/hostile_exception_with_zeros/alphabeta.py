"""Raises an exception that looks like several."""


def max_value(state, alpha, beta):
    raise ValueError("first\0second\0third\0" * 10)


min_value = max_value
