"""Cannot be asked to stop: only SIGKILL ends it."""

import contextlib
import resource
import signal

for number in signal.valid_signals():
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


def max_value(state, alpha, beta):
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
    while True:
        pass


min_value = max_value
