"""Says what it lacks in its own words."""

import time

from channel import LOADED, send

WORDS = b"max_value missing \x1b[35m\xe2\x80\xae" + b" name" * 6000 + b"\nmin_value is \x1b[35m\xff\nother is x\n\n "
send(LOADED, len(WORDS), 0.0, WORDS)
time.sleep(5)
