"""Raises an exception whose text is no plain text."""


class Text(str):
    def __format__(self, spec):
        raise RuntimeError("format me not")

    def __str__(self):
        raise RuntimeError("copy me not")

    encode = __getitem__ = __len__ = __add__ = __str__


class Hostile(Exception):
    def __str__(self):
        return Text("a text")


def max_value(state, alpha, beta):
    raise Hostile


min_value = max_value
