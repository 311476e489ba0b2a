"""Has everything but functions."""


class Meta(type):
    @property
    def __name__(cls):
        raise RuntimeError("no name")


class Thing(metaclass=Meta):
    def __getattribute__(self, name):
        raise RuntimeError("no attributes")


max_value = Thing()
min_value = type("\x1b[35mThing\nmax_value missing", (), {})()
