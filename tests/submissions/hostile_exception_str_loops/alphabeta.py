"""Raises an exception whose text never ends."""


class Endless(Exception):
    def __str__(self):
        while True:
            pass


def max_value(state, alpha, beta):
    raise Endless


min_value = max_value
