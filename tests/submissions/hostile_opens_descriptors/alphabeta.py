"""Opens as many descriptors as it can, two thousand at most."""

import os

from right import max_value, min_value

opened = []
while len(opened) < 2000:
    try:
        opened += os.pipe()
    except OSError:
        break
if len(opened) >= 2000:
    print(f"ATTACK-SUCCEEDED: opened {len(opened)} descriptors")
for number in opened:
    os.close(number)
