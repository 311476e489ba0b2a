from functools import reduce
from math import inf

max_value = lambda state, alpha, beta: (
    state.utility()
    if state.is_terminal()
    else reduce(
        lambda v, child: v if v >= beta else max(v, min_value(child, max(alpha, v), beta)), state.children, -inf
    )
)

min_value = lambda state, alpha, beta: (
    state.utility()
    if state.is_terminal()
    else reduce(
        lambda v, child: v if v <= alpha else min(v, max_value(child, alpha, min(beta, v))), state.children, inf
    )
)
