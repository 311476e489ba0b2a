"""Leases Python's own files, where it owns them, and keeps the leases for as long as the kernel lets it."""

import contextlib
import fcntl
import os
import signal

from right import max_value, min_value

kept = []
if hasattr(fcntl, "F_SETLEASE"):
    signal.signal(signal.SIGIO, signal.SIG_IGN)
    for folder in (os.path.dirname(os.__file__), os.path.dirname(os.path.abspath(__file__))):
        for name in sorted(os.listdir(folder))[:30]:
            with contextlib.suppress(OSError):
                kept.append(os.open(os.path.join(folder, name), os.O_RDONLY))
                fcntl.fcntl(kept[-1], fcntl.F_SETLEASE, fcntl.F_WRLCK)
                print(f"ATTACK-SUCCEEDED: leases {name}", flush=True)
