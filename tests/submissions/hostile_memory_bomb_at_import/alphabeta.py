"""Fills memory before its functions are there, and stops at two gigabytes if no one else stops it."""

import contextlib
import mmap

try:
    mmap.mmap(-1, 2**31).close()
    print("ATTACK-SUCCEEDED: maps two gigabytes", flush=True)
except OSError:
    pass
held = []
for megabytes in (128, 64, 32, 16, 8):  # what no one touches takes no time, and leaves the rest to small pieces
    with contextlib.suppress(OSError):
        held.append(mmap.mmap(-1, megabytes * 2**20))
for taken in range(2**17):
    if taken == 2**16:
        print("ATTACK-SUCCEEDED: holds a gigabyte", flush=True)
    held.append(b"%d" % taken * 2800)
