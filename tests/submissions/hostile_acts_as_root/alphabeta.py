"""Acts as the machine's owner. Every change is one that changes nothing, or is undone."""

import ctypes
import os
import socket

from kernel import call
from right import max_value, min_value

HERE = os.path.dirname(os.path.abspath(__file__)).encode()
NAME = socket.gethostname().encode()
MAP = (ctypes.c_uint32 * 20)(2, 4, 4, 1)
WAYS = {
    "mount": lambda: call(165, 40, b"none", HERE, b"tmpfs", 0, None),
    "umount": lambda: call(166, 39, HERE, 0),
    "bpf": lambda: call(321, 280, 0, MAP, 72),
    "chroot": lambda: call(161, 51, b"/"),
    "sethostname": lambda: call(170, 161, NAME, len(NAME)),
    "syslog": lambda: call(103, 116, 10, None, 0),
    "fanotify_init": lambda: call(300, 262, 0, 0),
    "open_tree": lambda: call(428, 428, -100, b"/", 1),
    "setgroups": lambda: call(116, 159, 0, None),
    "setuid": lambda: call(105, 146, 0),
}

for name, way in WAYS.items():
    if way() >= 0:
        print(f"ATTACK-SUCCEEDED: {name}", flush=True)
