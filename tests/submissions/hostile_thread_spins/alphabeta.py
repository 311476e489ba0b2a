"""Returns wrong answers, and in the background never stops."""

import threading


def spin():
    while True:
        pass


threading.Thread(target=spin, daemon=True).start()


def max_value(state, alpha, beta):
    return None


min_value = max_value
