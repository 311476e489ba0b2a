"""Starts the processes that run students' code: with next to no imports, as the first is started before all else."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import sysconfig
from typing import NamedTuple

from autograder.isolation import ALL_LAYERS, STARTED_WITH
from autograder.paths import PROJECT

WITH_PACKAGES = ("landlock", "seccomp")
PACKAGES = sysconfig.get_path("purelib").removeprefix(f"{PROJECT}/")

# Isolated, without site-packages, and never writing bytecode beside a student's files.
PYTHON = (os.path.realpath(sys.executable), "-I", "-S", "-B", "-X", "utf8")
# Started in the project's folder, which no argument names: a student's program can read them.
BOOT = """import sys
at_start = set(sys.modules), list(sys.path), list(sys.meta_path)
from importlib.machinery import SourceFileLoader
exec(SourceFileLoader("boot", "autograder/inside/boot.py").get_code("boot"))"""


class Started(NamedTuple):
    """A process that waits for commands, our end of its socket, and of the pipe that it prints to."""

    process: subprocess.Popen[bytes]
    channel: socket.socket
    output: int


_AHEAD: list[Started] = []
"""A process that was started before it was needed."""


def start_ahead() -> None:
    """Starts the first process before it is needed, as Python starts in it while the grader still imports."""
    if not _AHEAD:
        _AHEAD.append(_start(ALL_LAYERS))


def started(layers: tuple[str, ...]) -> Started:
    """A process that is to be shut in with some layers."""
    alike = {*STARTED_WITH, *WITH_PACKAGES} <= set(layers)
    return _AHEAD.pop() if _AHEAD and alike else _start(layers)


def _start(layers: tuple[str, ...]) -> Started:
    channel, theirs = socket.socketpair()
    output, their_output = os.pipe()
    for descriptor in (output, their_output):
        os.set_blocking(descriptor, False)
    confined = "descriptors" in layers
    packages = PACKAGES if set(WITH_PACKAGES) & set(layers) else ""
    theirs.set_inheritable(not confined)
    process = subprocess.Popen(
        [*PYTHON, "-c", BOOT, str(theirs.fileno()), packages],
        stdin=subprocess.DEVNULL,
        stdout=their_output,
        stderr=their_output,
        env={} if "environment" in layers else None,
        close_fds=confined,
        cwd=PROJECT,
        pass_fds=[theirs.fileno()] if confined else [],
        start_new_session=True,
    )
    theirs.close()
    os.close(their_output)
    return Started(process, channel, output)
