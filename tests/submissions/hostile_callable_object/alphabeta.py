"""Right, in an odd shape."""

import right


class Search:
    def __init__(self, function):
        object.__setattr__(self, "function", function)

    def __call__(self, *arguments):
        return object.__getattribute__(self, "function")(*arguments)

    def __getattribute__(self, name):
        raise RuntimeError("look at nothing")

    def __eq__(self, other):
        raise RuntimeError("compare with nothing")

    __hash__ = None


max_value = Search(right.max_value)
min_value = Search(right.min_value)
