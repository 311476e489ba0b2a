"""Right, in a world of its own making that works."""

import builtins

from right import max_value, min_value

calls = 0


def counted(function):
    def count(*arguments, **named):
        global calls
        calls += 1
        return function(*arguments, **named)

    return count


for name in ("len", "print", "max", "min", "open", "getattr", "callable", "hasattr", "vars", "repr", "sorted"):
    setattr(builtins, name, counted(getattr(builtins, name)))
builtins.isinstance = lambda thing, kinds, check=isinstance: check(thing, kinds)
