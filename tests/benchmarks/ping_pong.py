"""A bare exchange between two Python processes on one processor: the least that a question and its answer can cost."""

import os
import socket
import subprocess
import sys
import time

from tests.benchmarks.measure import on_one_processor

ECHO = """import os, sys
channel = int(sys.argv[1])
read, write = os.read, os.write
while read(channel, 1):
    write(channel, b"x")
"""


def round_trip_seconds(rounds: int = 10_000) -> float:
    """Return the seconds for one byte to go to the other process and one to come back."""
    processors = os.sched_getaffinity(0)
    on_one_processor()
    try:
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-I", "-S", "-c", ECHO, str(theirs.fileno())]
        with ours, subprocess.Popen(command, pass_fds=[theirs.fileno()]) as process:
            theirs.close()
            _exchange(ours.fileno(), rounds // 10)  # until both are warm
            start = time.perf_counter()
            _exchange(ours.fileno(), rounds)
            seconds = time.perf_counter() - start
            ours.close()
            process.wait()
        return seconds / rounds
    finally:
        os.sched_setaffinity(0, processors)


def _exchange(channel: int, rounds: int) -> None:
    read, write = os.read, os.write
    for _ in range(rounds):
        write(channel, b"x")
        read(channel, 1)
