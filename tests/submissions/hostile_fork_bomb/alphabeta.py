"""Starts as many processes as it can, two hundred at most."""

import os
import time

from right import max_value, min_value

children = 0
for _ in range(200):
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0:
        time.sleep(20)
        os._exit(0)
    children += 1
if children:
    print(f"ATTACK-SUCCEEDED: started {children} processes")
