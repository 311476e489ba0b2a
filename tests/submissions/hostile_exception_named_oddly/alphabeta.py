"""Raises an exception that would change a terminal."""

EVIL = "\x1b[35mpurple\u202e\u2066\r\x07\x9b2J\ud800\u200b\ufeff"


def named():
    print("printed", EVIL)
    return type("Odd" + EVIL.replace("\ud800", ""), (Exception,), {})("text " + EVIL)


def max_value(state, alpha, beta):
    raise named()


min_value = max_value
