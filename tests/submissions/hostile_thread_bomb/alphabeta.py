"""Starts as many threads as it can, a thousand at most."""

import threading
import time

from right import max_value, min_value

threading.stack_size(64 * 1024)
threads = 0
for _ in range(1000):
    try:
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
    except (RuntimeError, MemoryError):
        break
    threads += 1
if threads >= 500:
    print(f"ATTACK-SUCCEEDED: started {threads} threads")
