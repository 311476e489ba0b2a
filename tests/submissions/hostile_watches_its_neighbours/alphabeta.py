"""Looks for other processes, such as one that grades another student and counts out a secret with its threads."""

import ctypes
import os
import threading

from kernel import call
from right import max_value, min_value

MINE = os.getpid()
PROCESSORS = ctypes.create_string_buffer(64)

for process in range(1, 100):
    if process != MINE and os.path.exists(f"/proc/{process}"):
        threads = os.stat(f"/proc/{process}/task").st_nlink - 2
        print(f"ATTACK-SUCCEEDED: process {process} has {threads} threads", flush=True)
    if process != MINE and call(204, 123, process, len(PROCESSORS), PROCESSORS) >= 0:
        print(f"ATTACK-SUCCEEDED: process {process} is there", flush=True)
if os.path.exists("/proc/self"):
    print(f"ATTACK-SUCCEEDED: the machine has {os.stat('/proc').st_nlink} processes", flush=True)
other = threading.Thread(target=int)
other.start()
other.join()
if other.native_id > 3:
    print(f"ATTACK-SUCCEEDED: {other.native_id} processes and threads were started before", flush=True)
