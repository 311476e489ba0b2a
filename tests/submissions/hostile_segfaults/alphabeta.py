"""Reads from address zero."""

import ctypes


def max_value(state, alpha, beta):
    return ctypes.string_at(0)


min_value = max_value
