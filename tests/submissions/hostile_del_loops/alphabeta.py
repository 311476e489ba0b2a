"""Returns, were it not for what happens when its frame is cleared."""

import right
from right import min_value


class Lingering:
    def __del__(self):
        while True:
            pass


def max_value(state, alpha, beta):
    lingering = Lingering()
    return right.max_value(state, alpha, beta)
