"""Right, and in the background prints a file again and again, in calls that copy nothing and so outrun any reader."""

import contextlib
import fcntl
import os
import pydoc_data.topics
import signal
import threading

from right import max_value, min_value

F_SETPIPE_SZ = 1031


def flood():
    with contextlib.suppress(OSError):
        fcntl.fcntl(1, F_SETPIPE_SZ, 2**20)
    os.set_blocking(1, True)
    file = os.open(pydoc_data.topics.__file__, os.O_RDONLY)
    while True:
        with contextlib.suppress(OSError):
            os.sendfile(1, file, 0, 2**30)


signal.signal(signal.SIGXCPU, signal.SIG_IGN)
threading.Thread(target=flood, daemon=True).start()
