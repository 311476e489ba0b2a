"""Starts as many threads as it can, a thousand at most, and keeps back what it needs to go on."""

import _thread
import threading
import time

from right import max_value, min_value

kept_back = bytearray(32 * 2**20)
threading.stack_size(128 * 1024)
threads = 0
try:
    while threads < 1000:
        _thread.start_new_thread(time.sleep, (600,))
        threads += 1
except (RuntimeError, MemoryError):
    pass
del kept_back
if threads == 1000:
    print("ATTACK-SUCCEEDED: started a thousand threads")
