"""Has no functions, and is rude about it."""


def __getattr__(name):
    raise RuntimeError(f"who asks for {name}?")
