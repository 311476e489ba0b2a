"""Right, and with a thread in the background that never stops printing."""

import threading
import time

from right import max_value, min_value


def go_on():
    while True:
        print("still here")
        time.sleep(0.001)


threading.Thread(target=go_on, daemon=True).start()
time.sleep(0.05)
