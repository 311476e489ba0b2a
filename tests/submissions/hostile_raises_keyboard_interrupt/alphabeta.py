"""Pretends that someone pressed Ctrl-C."""


def max_value(state, alpha, beta):
    raise KeyboardInterrupt


min_value = max_value
