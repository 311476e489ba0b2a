"""Returns an object of a type with a misleading name."""


def max_value(state, alpha, beta):
    return type("\x1b[35mint\u202e\n\r", (), {})()


min_value = max_value
