"""Takes from Python the parts that a Mac's does not have. In a copy of the project it is imported first: see test_mac.py.

It adds nothing, so it shows failures if something is missing, and not other ways of a Mac.
"""

import ctypes
import errno
import os
import resource
import sys
import time
from importlib import import_module
from typing import Any

MISSING = {
    "os": "sched_* pidfd_* memfd_* eventfd* splice getrandom unshare setns posix_fadvise posix_fallocate "
    "copy_file_range setres* getres* waitid fdatasync pipe2 preadv2 pwritev2 *xattr O_PATH O_TMPFILE O_DIRECT "
    "O_NOATIME O_RSYNC P_PIDFD SCHED_* CLONE_* EFD_* GRND_* MFD_* POSIX_FADV_*",
    "resource": "prlimit RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_OFILE RLIMIT_RTPRIO RLIMIT_RTTIME RLIMIT_SIGPENDING",
    "_signal": "pidfd_* sigtimedwait sigwaitinfo SIGPWR SIGSTKFLT SIGPOLL SIGRT* SIGCLD",
    "_socket": "SO_PEERCRED SO_PASSCRED SO_DOMAIN SO_PROTOCOL MSG_CMSG_CLOEXEC MSG_NOSIGNAL AF_NETLINK AF_PACKET",
    "select": "epoll EPOLL*",
}
"""The names that Python's modules on a Mac lack."""
LIBC_MISSING = ("prctl", "unshare", "setns", "mount")
ORDINARY = 501
"""The first user of a Mac."""
SET_LIMIT, CLOCK, STATUS = resource.setrlimit, time.clock_gettime, os.stat


class Library(ctypes.CDLL):
    """A library of a Mac's."""

    def __getattr__(self, name: str) -> Any:
        """Find no function that only Linux has."""
        if name in LIBC_MISSING:
            raise AttributeError(f"dlsym(RTLD_DEFAULT, {name}): symbol not found")
        return super().__getattr__(name)


def no_proc(event: str, arguments: tuple[Any, ...]) -> None:
    """Open and list nothing of /proc and /sys."""
    if event in ("open", "os.listdir", "os.scandir"):
        missing(arguments[0])


def missing(path: object) -> None:
    """Raise if a path would be in /proc or /sys."""
    if str(path).startswith(("/proc", "/sys/")):
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))


def status(path: Any, *arguments: Any, **more: Any) -> os.stat_result:
    """Return the same as os.stat, of what there is."""
    missing(path)
    return STATUS(path, *arguments, **more)


def set_limit(what: int, limits: tuple[int, int]) -> None:
    """Do the same as resource.setrlimit, but for memory."""
    if what == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")
    SET_LIMIT(what, limits)


def clock(number: int) -> float:
    """Return the same as time.clock_gettime, but for other processes."""
    if number < 0:
        raise OSError(errno.EINVAL, "Invalid argument")
    return CLOCK(number)


def fits(name: str, pattern: str) -> bool:
    """Return the same as fnmatch.fnmatchcase, which imports what a worker at its start has something else for."""
    first, star, last = pattern.partition("*")
    return name.startswith(first) and name.endswith(last) if star else name == pattern


def take_away() -> None:
    """Make this process one that is on no Linux."""
    sys.platform = "darwin"
    for module, patterns in MISSING.items():
        names = vars(import_module(module))
        for name in [
            name
            for name in names
            if any(fits(name, pattern) for pattern in patterns.split())
        ]:
            del names[name]
    for library in ("py_landlock", "pyseccomp"):  # the lock has them for Linux alone
        sys.modules[library] = None  # type: ignore[assignment]
    sys.addaudithook(no_proc)
    resource.setrlimit, time.clock_gettime, os.stat = set_limit, clock, status
    ctypes.CDLL = Library  # type: ignore[misc]
    os.getuid = os.geteuid = lambda: ORDINARY
