"""Wrong every seventh time, whatever the tree."""

import right
from right import min_value

searches = 0


def max_value(state, alpha, beta):
    global searches
    searches += 1
    value = right.max_value(state, alpha, beta)
    return value + 1 if searches % 7 == 0 else value
