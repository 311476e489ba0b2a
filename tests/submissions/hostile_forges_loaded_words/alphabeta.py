"""Says that it lacks a function, and not how."""

import time

from channel import LOADED, send

send(LOADED, 9, 0.0, b"max_value")
time.sleep(5)
