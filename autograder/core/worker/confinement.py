"""Puts the layers of isolation on the worker, and says which it lacks.

That is done before the student's code is imported.
"""

import _thread
import ctypes
import errno
import os
import resource
import signal
import struct
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograder.core.limits import MOST_DESCRIPTORS, MOST_PROCESSES, STACK, THREAD_STACK
from autograder.core.worker import syscalls

if TYPE_CHECKING:
    from autograder.core.worker.commands import Configuration

CLONE_NEWNS = 0x20000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 0x1, 0x2, 0x4, 0x8
MS_REC, MS_PRIVATE = 0x4000, 0x40000
MS_REMOUNT, MS_NOATIME, MS_NODIRATIME, MS_BIND = 0x20, 0x400, 0x800, 0x1000
KEPT_FLAGS = {
    b"ro": MS_RDONLY,
    b"nosuid": MS_NOSUID,
    b"nodev": MS_NODEV,
    b"noexec": MS_NOEXEC,
    b"nodiratime": MS_NODIRATIME,
}
"""The options in /proc/self/mountinfo that a remount switches off if it does not name
them."""
MOUNT_SETATTR = 442
"""A system call of Linux 5.12, with one number on all processors. Many C libraries have
no function for it."""
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
MOUNT_ATTR_NOATIME, MOUNT_ATTR__ATIME = 0x10, 0x70
M_ARENA_MAX = -8  # of glibc's malloc.h
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38
UNREACHABLE = (errno.EINVAL, errno.ENOENT, errno.ENOTDIR)
"""The errors of a remount if something else is mounted over the place."""
PYTHON = os.path.dirname(os.__file__)

# The places of Python's files and shared libraries, beside its own folder.
SYSTEM_FILES = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/usr/share/zoneinfo",
    "/dev/null",
    "/dev/zero",
    "/dev/urandom",
)


class Unavailable(Exception):
    """This machine does not have a layer.

    The text is the name of the sentence that says why and, if that tells more, a colon
    and the rest.
    """


def apply_layers(config: "Configuration", kept: tuple[int, ...]) -> list[str]:
    """Put on the layers in turn; return a line for each: its name, why it is missing.

    A line that begins with access_times follows if pid_namespace is in force and could
    not switch these off.

    kept: the descriptors that lead to the grader.
    """
    if config["descriptors"]:
        close_all_but(kept)
    report = []
    for layer in config["layers"]:
        try:
            remarks = LAYERS[layer](config)
        except (Unavailable, ImportError, OSError, RuntimeError, ValueError) as error:
            report.append(f"{layer} {_reason(error)}")
        else:
            report.append(layer)
            report += remarks or []
    return report


def _reason(error: Exception) -> str:
    """Return why a layer could not be put on, in words."""
    if isinstance(error, OSError) and error.strerror:
        return f"this machine refuses it: {error.strerror}"
    return str(error)


def close_all_but(kept: tuple[int, ...]) -> None:
    """Close files that libraries keep open, such as one of newer versions of libffi.

    Standard streams stay open.
    """
    try:
        most = max(map(int, os.listdir("/dev/fd"))) + 1
    except OSError:  # it leads to /proc, which is not mounted
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    first = 3
    for descriptor in sorted(kept):
        os.closerange(first, descriptor)
        first = descriptor + 1
    os.closerange(first, most)


_imported: dict[str, Any] = {}


def libraries() -> dict[str, Any]:
    """Return the sandbox libraries by their names, or why one is missing.

    They are imported before the layers keep them from being read.
    """
    if _imported:
        return _imported
    for name in ("py_landlock", "pyseccomp"):
        try:
            _imported[name] = __import__(name)
        except Exception as error:  # whatever one asks of the stand-ins
            _imported[name] = Unavailable(f"needs {name}: {error}")
    return _imported


def _library(name: str) -> Any:
    library = libraries()[name]
    if isinstance(library, Unavailable):
        raise library
    return library


def _call(function: str, *arguments: Any) -> None:
    if sys.platform != "linux":
        raise Unavailable("needs Linux")
    if getattr(ctypes.CDLL(None, use_errno=True), function)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _mount(path: bytes, flags: int) -> None:
    """Change how something is mounted already.

    Raises OSError if the kernel refuses.
    """
    _call("mount", None, path, None, ctypes.c_ulong(flags), None)


def _prctl(option: int, argument: int) -> None:
    _call("prctl", option, *map(ctypes.c_ulong, (argument, 0, 0, 0)))


def _hide_processes(config: "Configuration") -> list[str]:
    """Mount an empty folder over /proc, and keep files from telling when they are read.

    A /proc of the PID namespace would tell how busy the whole machine is. Return a
    remark for the report if access times stay on. Raises Unavailable if /proc stays
    open.
    """
    if config["no_namespace"]:
        raise Unavailable(config["no_namespace"])
    try:
        _call("unshare", CLONE_NEWNS)
        _mount(b"/", MS_REC | MS_PRIVATE)
        remarks = _switch_access_times_off()  # this may read /proc
        flags = ctypes.c_ulong(MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC)
        _call("mount", b"none", b"/proc", b"tmpfs", flags, b"size=4k,mode=555")
    except OSError as error:
        raise Unavailable(
            f"this machine refuses to close /proc: {error.strerror}"
        ) from None
    return remarks


def _switch_access_times_off() -> list[str]:
    """Mount all file systems with `noatime`; else return the reason of the failure.

    That holds in this process's mount namespace alone. Otherwise the next run could see
    which files this one read, in the access times of Python's own files.
    """
    # struct mount_attr
    attributes = struct.pack("@4Q", MOUNT_ATTR_NOATIME, MOUNT_ATTR__ATIME, 0, 0)
    size = ctypes.c_size_t(len(attributes))
    try:
        _call(
            "syscall",
            ctypes.c_long(MOUNT_SETATTR),
            AT_FDCWD,
            b"/",
            AT_RECURSIVE,
            attributes,
            size,
        )
    except OSError:  # an older kernel, or one mount of many that refuses
        refusal = _remount_without_access_times()
        return [f"access_times {refusal}"] if refusal else []
    return []


def _remount_without_access_times() -> str:
    """Remount each file system that can be reached.

    Return why that failed, or "".
    """
    options_of: dict[bytes, list[bytes]] = {}
    try:
        with open("/proc/self/mountinfo", "rb") as file:
            for line in file:
                raw_path, options = line.split(b" ")[4:6]
                # Blanks and backslashes are written as octal numbers.
                path = raw_path.decode("unicode_escape").encode("latin-1")
                # Of two mounts on one path the last is visible.
                options_of[path] = options.split(b",")
    except OSError as error:
        return f"the list of what is mounted cannot be read: {error.strerror}"
    refusal = ""
    for path, kept in options_of.items():
        flags = sum(KEPT_FLAGS.get(option, 0) for option in kept)
        try:
            _mount(path, MS_REMOUNT | MS_BIND | MS_NOATIME | flags)
        except OSError as error:
            if error.errno not in UNREACHABLE:
                refusal = f"this machine refuses to switch them off: {error.strerror}"
    return refusal


def _end_with_the_grader(config: "Configuration") -> None:
    """Have the kernel kill this process when the grader ends.

    Others are kept from reading its memory, too.
    """
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    _prctl(PR_SET_DUMPABLE, 0)
    # 0: the grader is outside of the PID namespace.
    if os.getppid() not in (config["parent"], 0):
        os._exit(0)


def _become_another_user(config: "Configuration") -> None:
    if sys.platform != "linux":
        raise Unavailable("needs Linux")
    if os.geteuid() != 0:
        raise Unavailable("only root can start a program as another user")
    user = config["user"]
    groups = os.getgroups()
    group = os.getegid()
    os.setgroups([])
    os.setegid(user)
    os.seteuid(user)
    # the kernel knows of links, access lists and mounts; a look at modes would have to
    # know them too
    try:
        os.close(os.open(PYTHON, os.O_RDONLY))  # Python lists it
        os.close(os.open(os.__file__, os.O_RDONLY))
    except OSError:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)
        _end_with_the_grader_if_asked(config)
        raise Unavailable(f"other users may not read Python: {PYTHON}") from None
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    _end_with_the_grader_if_asked(config)


def _end_with_the_grader_if_asked(config: "Configuration") -> None:
    """Put the layer `process` on again, which a change of user undoes."""
    if "process" in config["layers"]:
        _end_with_the_grader(config)


def _limit(config: "Configuration") -> None:
    limits = {
        "RLIMIT_AS": (resource.RLIMIT_AS, config["memory_mb"] * 2**20),
        "RLIMIT_FSIZE": (resource.RLIMIT_FSIZE, 0),
        "RLIMIT_NOFILE": (resource.RLIMIT_NOFILE, MOST_DESCRIPTORS),
        "RLIMIT_CORE": (resource.RLIMIT_CORE, 0),
        "RLIMIT_STACK": (resource.RLIMIT_STACK, STACK),
        "RLIMIT_CPU": (resource.RLIMIT_CPU, int(config["run_seconds"]) + 1),
    }
    if os.geteuid() == config["user"]:
        limits["RLIMIT_NPROC"] = resource.RLIMIT_NPROC, MOST_PROCESSES
    refused = []
    for name, (kind, most) in limits.items():
        hard = resource.getrlimit(kind)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(kind, (value, value))
        except (OSError, ValueError):  # macOS does not limit memory
            refused.append(name)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    if "RLIMIT_AS" not in refused:
        _make_room_for_threads()
    if refused == ["RLIMIT_AS"]:
        raise Unavailable("this system does not limit memory; the other limits are set")
    if refused:
        raise Unavailable(f"this system does not set some limits: {', '.join(refused)}")


def _make_room_for_threads() -> None:
    """Have a thread take little of the address space that the process may have.

    glibc sets 64 MB of it aside for the objects of each new thread, so that few threads
    would fit; with one arena they share the space.
    """
    _thread.stack_size(THREAD_STACK)
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_option is not None:  # other C libraries have no arenas
        set_option(M_ARENA_MAX, 1)


def _landlock(config: "Configuration") -> None:
    """Let only Python's own files and the submission be read, and nothing be written.

    No other process may be signalled, either.
    """
    library = _library("py_landlock")
    readable = (PYTHON, config["folder"], config["importable"], *SYSTEM_FILES)
    present = [path for path in readable if os.path.exists(path)]
    folders = [path for path in present if os.path.isdir(path)]
    files = [path for path in present if path not in folders]
    try:
        rules = library.Landlock(strict=False).allow_read(*folders)
        rules.add_path_rule(*files, access=library.AccessFs.READ_FILE).apply()
    except library.LandlockError as error:
        raise Unavailable(str(error)) from None


def _no_new_privs(config: "Configuration") -> None:
    _prctl(PR_SET_NO_NEW_PRIVS, 1)


def _seccomp(config: "Configuration") -> None:
    """Refuse all system calls but those in `syscalls`."""
    seccomp = _library("pyseccomp")
    rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.EPERM))
    again, missing = seccomp.ERRNO(errno.EAGAIN), seccomp.ERRNO(errno.ENOSYS)
    # Calls of 32-bit and of x32 programs.
    rules.set_attr(seccomp.Attr.ACT_BADARCH, missing)
    for call in syscalls.ALWAYS:
        _add_rule(rules, seccomp.ALLOW, call)
    for call, conditions in syscalls.conditional(os.getpid()):
        _add_rule(rules, seccomp.ALLOW, call, conditions)
    for operation in syscalls.SHARED_WAITS:
        is_wait = (1, operation, syscalls.PRIVATE_OR_WHAT)
        _add_rule(rules, again, "futex", (is_wait,))
    for call in syscalls.MISSING:
        _add_rule(rules, missing, call)
    for number in syscalls.NUMBERED_ALIKE:
        try:
            seccomp.resolve_syscall(seccomp.Arch.NATIVE, number)
        except ValueError:  # a new call that libseccomp does not know
            rules.add_rule(missing, number)
    try:
        rules.load()
    except OSError:  # libseccomp does not hand on why
        raise Unavailable("the kernel refused the filter of system calls") from None


def _add_rule(
    rules: Any,
    action: Any,
    call: str,
    conditions: tuple[syscalls.Condition, ...] = (),
) -> None:
    """Add a rule for a system call under conditions, if this processor has the call."""
    seccomp = _library("pyseccomp")
    number = seccomp.resolve_syscall(seccomp.Arch.NATIVE, call)
    if number < 0:
        return
    arguments = []
    for index, value, mask in conditions:
        arguments.append(seccomp.Arg(index, seccomp.MASKED_EQ, mask, value))
    rules.add_rule(action, number, *arguments)


LAYERS: "dict[str, Callable[[Configuration], list[str] | None]]" = {
    "pid_namespace": _hide_processes,
    "process": _end_with_the_grader,
    "user": _become_another_user,
    "rlimits": _limit,
    "landlock": _landlock,
    "no_new_privs": _no_new_privs,
    "seccomp": _seccomp,
}
"""By the name of a layer, the function that puts it on, and may return remarks for the
report. They are in the order in which they are put on, as one may take away a right
that the one before it needed."""
