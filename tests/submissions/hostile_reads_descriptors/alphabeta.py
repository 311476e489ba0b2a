"""Reads from every descriptor that has something to be read."""

import os
import select
import stat

from right import max_value, min_value

sockets = 0
pipes = 0
for number in range(256):
    try:
        kind = os.fstat(number).st_mode
        sockets += stat.S_ISSOCK(kind)
        pipes += number > 2 and stat.S_ISFIFO(kind)
        if stat.S_ISREG(kind) or stat.S_ISDIR(kind) or stat.S_ISBLK(kind):
            print(f"ATTACK-SUCCEEDED: {number} is open", flush=True)
            print(os.pread(number, 2000, 0))
        elif select.select([number], [], [], 0)[0]:
            read = os.read(number, 2000)
            if read:
                print(f"ATTACK-SUCCEEDED: read {read!r} from {number}", flush=True)
    except (OSError, ValueError):
        pass
if sockets > 1:
    print(f"ATTACK-SUCCEEDED: holds {sockets} sockets", flush=True)
if pipes > 1:
    print(f"ATTACK-SUCCEEDED: holds {pipes} pipes", flush=True)
