"""Raises an exception whose type cannot be asked its name."""


class Meta(type):
    def __getattribute__(cls, name):
        raise RuntimeError("ask me nothing")

    def __instancecheck__(cls, other):
        raise RuntimeError("compare me to nothing")


class Nameless(Exception, metaclass=Meta):
    pass


def max_value(state, alpha, beta):
    raise Nameless


min_value = max_value
