"""Returns an object whose type cannot be asked its name."""


class Meta(type):
    def __getattribute__(cls, name):
        raise RuntimeError("ask me nothing")

    def __eq__(cls, other):
        raise RuntimeError("compare me to nothing")

    __hash__ = None


class Thing(metaclass=Meta):
    pass

THING = Thing()


def max_value(state, alpha, beta):
    return THING


min_value = max_value
