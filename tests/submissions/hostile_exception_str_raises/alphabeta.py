"""Raises an exception whose text cannot be had."""


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no text for you")

    __repr__ = __str__


def max_value(state, alpha, beta):
    raise Mute


min_value = max_value
