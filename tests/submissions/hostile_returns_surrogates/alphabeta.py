"""Returns text that would change a terminal."""


def max_value(state, alpha, beta):
    return "\x1b[35m\u202e\ud800\r\x07C1"


min_value = max_value
