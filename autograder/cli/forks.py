"""The fork server of a class: a process that has imported what grading needs.

It forks one process for each submission, as to import takes longer than to grade a
right program. It reads no request and no answer, opens no file of a set, and starts no
student's process: what is there when a fork begins is the same for all of them, and
what a fork does to it is its own.
"""

import contextlib
import gc
import os
import socket
from collections.abc import Sequence
from importlib import import_module

from autograder.core.launch import ONE_OF_A_CLASS
from autograder.core.signals import signals_blocked

LONGEST_QUESTION = 64
"""Bytes of what the run asks."""
STREAMS = 4
"""Descriptors that a process gets: its standard streams, and one that tells the run by
being closed that the process has ended."""
NEEDED = (
    "autograder.cli.command_line",
    "autograder.cli.one_of_a_class",
    "autograder.core.exercises.generate",
    "autograder.explain.failures",
    "autograder.explain.proof",
    "autograder.explain.repairs",
    "autograder.core.judging.plainer",
    "autograder.tell.pages.report",
    "autograder.core.sandbox.meaning",
    "autograder.core.sandbox.raised",
)
"""With these nearly all is imported that is, too, where only a program that fails needs
it."""


def serve(arguments: list[str]) -> list[str]:
    """Fork processes as they are asked for; end when the run hangs up.

    Returns in each fork, with the arguments of its command line. arguments: those of
    this process; they come back where no run has started it.
    """
    run = _socket_to_run(arguments[1:])
    if run is None:
        return arguments
    for name in NEEDED:
        import_module(name)
    gc.collect()
    gc.freeze()  # so that no fork copies what it only looks at
    while True:
        question, descriptors, _, _ = socket.recv_fds(run, LONGEST_QUESTION, STREAMS)
        if not question:
            os._exit(0)
        if not descriptors:
            reply = _status_of(int(question))
        else:
            reply = _forked()
            if not reply:
                run.detach()
                _begin(descriptors)
                return [ONE_OF_A_CLASS, str(os.getppid())]
        for number in descriptors:
            os.close(number)
        run.send(b"%d" % reply)


def _socket_to_run(arguments: Sequence[str]) -> socket.socket | None:
    """Return the socket whose descriptor is the one argument; None if it is none."""
    with contextlib.suppress(ValueError, OSError):
        (descriptor,) = map(int, arguments)
        return socket.socket(fileno=descriptor)
    return None


def _forked() -> int:
    """Fork; return the new process's id, 0 in itself, and a negative errno for none."""
    # Python forgets what signals came while it makes a fork ready.
    with signals_blocked():
        try:
            return os.fork()
        except OSError as error:
            return -(error.errno or 1)


def _status_of(pid: int) -> int:
    """Return with what status a process ended, as a Popen has it."""
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def _begin(descriptors: list[int]) -> None:
    """Make a fork what a process is that was started alone.

    It has a session, three standard streams and the one that tells of its end, and
    nothing else is open.
    """
    os.setsid()
    given, answer, errors, alive = descriptors
    kept = os.dup(alive)
    os.set_inheritable(kept, False)
    for stream, number in enumerate((given, answer, errors)):
        os.dup2(number, stream)
    most = os.sysconf("SC_OPEN_MAX")
    os.closerange(3, kept)
    os.closerange(kept + 1, most)
