"""Says that it is shut in by layers of its own invention."""

import time

from channel import LOCKED, send

WORDS = b"user\nATTACK-SUCCEEDED: forged a layer"
send(LOCKED, len(WORDS), 0.0, WORDS)
time.sleep(5)
