"""Hands the grader descriptors that it did not ask for."""

import array
import contextlib
import os
import socket

from channel import SOCKET
from right import max_value, min_value

with contextlib.suppress(OSError):
    channel = socket.socket(fileno=SOCKET)
    ends = array.array("i", os.pipe())
    channel.sendmsg([], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, ends)], socket.MSG_DONTWAIT)
    channel.detach()
