"""Interrupts whatever runs, between its searches too."""

import signal


def ring(number, frame):
    raise RuntimeError("ding")


signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)


def max_value(state, alpha, beta):
    while True:
        pass


min_value = max_value
