"""Raises a syntax error that no file has."""

WHERE = ("/etc/passwd", "\x1b[35m", 10**9, 5, "x", b"y")


class Forged(SyntaxError):
    text = 5
    offset = "far"
    lineno = "\x1b[35m"
    filename = b"/etc/passwd"
    msg = None


def max_value(state, alpha, beta):
    raise Forged('forged', WHERE[:4])


min_value = max_value
