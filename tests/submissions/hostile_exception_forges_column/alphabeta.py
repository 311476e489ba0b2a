"""Raises a syntax error at column ten billion."""


def max_value(state, alpha, beta):
    raise SyntaxError("forged", ("alphabeta.py", 1, 10**10, "x = 1"))


min_value = max_value
