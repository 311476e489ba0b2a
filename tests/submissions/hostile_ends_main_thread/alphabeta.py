"""A zombie with a living thread."""

import threading
import time

from kernel import call

threading.Thread(target=time.sleep, args=(600,)).start()


def max_value(state, alpha, beta):
    call(60, 93, 0)
    time.sleep(600)


min_value = max_value
