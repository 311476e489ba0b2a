"""Has no functions until someone asks."""

import right


def __getattr__(name):
    if name in ("max_value", "min_value"):
        return lambda *arguments: getattr(right, name)(*arguments)
    raise AttributeError(name)
