"""Raises an exception whose text is a megabyte."""


class Flood(Exception):
    def __str__(self):
        print("printed " * 2**17)
        return "returned " * 2**17


def max_value(state, alpha, beta):
    raise Flood


min_value = max_value
