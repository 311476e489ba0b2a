"""Fills memory before its functions are there, and stops at two gigabytes if no one else stops it."""

import mmap

try:
    mmap.mmap(-1, 2**31).close()
    print("ATTACK-SUCCEEDED: maps two gigabytes", flush=True)
except OSError:
    pass
held = []
for taken in range(2**17):
    if taken == 2**16:
        print("ATTACK-SUCCEEDED: holds a gigabyte", flush=True)
    held.append(b"%d" % taken * 2800)
