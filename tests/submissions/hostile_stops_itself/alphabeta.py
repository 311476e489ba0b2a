"""Goes to sleep where no one can wake it."""

import os
import signal


def max_value(state, alpha, beta):
    os.kill(os.getpid(), signal.SIGSTOP)
    return 3


min_value = max_value
