"""Starts processes for students' code, in layers of isolation.

It imports little, as the first process starts before all else.
"""

# `socket` makes enums of hundreds of constants, which takes a fortieth of a short run.
import _socket
import contextlib
import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from autograder.core.project import PROJECT

STARTED_WITH = ("descriptors", "environment")
"""A process is started with these layers: only standard streams, the socket and the
pipe are open, no variable is set. The others it puts on itself, before anything of the
student's is there."""

ONE_OF_A_CLASS = "--one-of-a-class"
"""The internal command that grades one submission of a class; its process starts the
student's ahead, too."""
NEED_LIBRARIES = ("landlock", "seccomp")
"""These are put on with py-landlock and pyseccomp, so their process gets the folder of
the installed packages."""
SETTLED = (*STARTED_WITH, "pid_namespace", *NEED_LIBRARIES)
"""Whether a process is to have these layers is settled when it starts. It is told the
others later."""


def _site_packages() -> str:
    """Return the folders of installed packages, also without Python's module `site`.

    The command line starts without that, which takes a fourteenth of a short run: it
    reads the .pth files of all packages.
    """
    if "site" not in sys.modules:
        environment = os.path.dirname(os.path.dirname(sys.executable))
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        folder = os.path.join(environment, "lib", version, "site-packages")
        if os.path.isdir(folder):
            return folder
    import site

    return site.getsitepackages()[0]


SITE_PACKAGES = _site_packages()
PACKAGES = SITE_PACKAGES.removeprefix(f"{PROJECT}/")

# As run_autograder does: the packages are found without the module site.
COMMAND_LINE = (
    sys.executable,
    "-I",
    "-S",
    os.path.join(PROJECT, "autograder", "__main__.py"),
)
# Isolated, without site-packages, and never writing bytecode beside a student's files.
PYTHON = (os.path.realpath(sys.executable), "-I", "-S", "-B", "-X", "utf8")
# Started in the project's folder, which no argument names: a student's program can read
# them.
BOOT = """import sys
at_start = set(sys.modules), list(sys.path), list(sys.meta_path)
from importlib.machinery import SourceFileLoader
exec(SourceFileLoader("boot", "autograder/core/worker/boot.py").get_code("boot"))"""


CLONE_NEWPID = 0x20000000
FIRST = "/bin/cat"
"""The first process of a PID namespace, with which all others in it end. It ends itself
when nobody can write to it any more, and so with the grader. The worker is not the
first, as that ignores most signals."""


class Started(NamedTuple):
    """A process that waits for commands, and our ends of its connections."""

    process: subprocess.Popen[bytes]
    questions: _socket.socket
    """The stream that the process writes to us. It is a socket, as the kernel can limit
    how long a read waits there."""
    answers: int
    """The pipe of the commands and answers for it, which never blocks us. One socket
    for both directions would wake whoever waits once more for each frame."""
    output: int
    first: subprocess.Popen[bytes] | str
    """The first process of its PID namespace, or why it has none of its own."""


preforked: list[Started] = []
"""The first process, started before it is needed, as Python starts in it while the
grader still imports."""


def started(layers: tuple[str, ...]) -> Started:
    """Return a process that is to put on some layers."""
    if preforked and set(SETTLED) <= set(layers):
        return preforked.pop()
    with contextlib.ExitStack() as opened:  # closed if the process cannot be started
        questions, their_questions = _socket.socketpair()
        opened.callback(questions.close)
        opened.callback(their_questions.close)
        their_answers, answers = os.pipe()
        output, their_output = os.pipe()
        for descriptor in (answers, their_answers, output, their_output):
            opened.callback(os.close, descriptor)
        for descriptor in (answers, output, their_output):
            os.set_blocking(descriptor, False)
        confined = "descriptors" in layers
        packages = PACKAGES if set(NEED_LIBRARIES) & set(layers) else ""
        theirs = (their_questions.fileno(), their_answers)
        for descriptor in theirs:
            os.set_inheritable(descriptor, not confined)
        with (
            _pid_namespace()
            if "pid_namespace" in layers
            else contextlib.nullcontext("") as first
        ):
            process = subprocess.Popen(
                [*PYTHON, "-c", BOOT, *map(str, theirs), packages],
                stdin=subprocess.DEVNULL,
                stdout=their_output,
                stderr=their_output,
                env={} if "environment" in layers else None,
                close_fds=confined,
                cwd=PROJECT,
                pass_fds=theirs if confined else (),
                start_new_session=True,
            )
        opened.pop_all()
    their_questions.close()
    os.close(their_answers)
    os.close(their_output)
    return Started(process, questions, answers, output, first)


@contextlib.contextmanager
def _pid_namespace() -> Iterator[subprocess.Popen[bytes] | str]:
    """Have this thread start processes in a new PID namespace, within the block.

    It gives the namespace's first process, or why there is none.
    """
    if sys.platform != "linux" or os.geteuid() != 0:
        yield "only root on Linux can make one"
        return
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    with contextlib.ExitStack() as stack:
        try:
            namespace = os.open("/proc/self/ns/pid", os.O_RDONLY)
            stack.callback(os.close, namespace)
            if libc.unshare(CLONE_NEWPID) != 0:
                raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
            stack.callback(libc.setns, namespace, CLONE_NEWPID)
            nowhere = subprocess.DEVNULL
            first = subprocess.Popen(
                [FIRST],
                stdin=subprocess.PIPE,
                stdout=nowhere,
                stderr=nowhere,
                env={},
                cwd="/",
            )
        except OSError as error:
            stack.close()
            # for a while: no reason to run without the layer
            if error.errno in (errno.EAGAIN, errno.ENOMEM):
                raise
            yield f"root cannot make one here: {error.strerror}" + (
                f": {error.filename}" if error.filename else ""
            )
            return
        try:
            yield first
        except BaseException:
            first.kill()
            first.communicate()
            raise
