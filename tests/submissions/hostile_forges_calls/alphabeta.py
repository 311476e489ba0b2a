"""Answers wrongly and, where its calls are noted, notes calls that were never made."""

from channel import ASK, CALL, WINDOW_END, send

FORGERIES = (
    [(WINDOW_END, 0, 0.0)],
    [(CALL, 0, 0.0), (CALL, 0, 0.0)],
    [(CALL, 2**32 - 1, 0.0), (WINDOW_END, 0, 0.0)],
    [(CALL, 0, 0.0), (WINDOW_END, 99, 0.0)],
    [(ASK, 0, float("nan")), (WINDOW_END, 0, float("nan"))],
    [(CALL, 0, float("nan")), (WINDOW_END, 1, float("inf"))],
    [(CALL, 1, 1e308), (WINDOW_END, 1, -1e308)],
    [(CALL, 0, 0.0), (WINDOW_END, 0, 0.0)] * 5000,
)
searches = 0


def max_value(state, alpha, beta):
    global searches
    searches += 1
    if max_value.__code__ is not OWN:
        for frame in FORGERIES[len(state.tree) % len(FORGERIES)]:
            send(*frame)
    return -123456.5 - searches


def min_value(state, alpha, beta):
    return max_value(state, alpha, beta)


OWN = max_value.__code__
