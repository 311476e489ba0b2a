"""The system calls that a worker may make, with reasons.

All others are refused. The names are those of x86-64 and of aarch64; one that
a processor lacks is passed over.
"""

import os

ALLOWED = {
    "talking to the grader, printing, reading what was opened": """
        read write writev pread64 lseek close close_range
    """,
    "a descriptor under another number": "dup dup2 dup3",
    "finding and looking at files to import": """
        stat lstat fstat newfstatat statx access faccessat faccessat2 readlink
        readlinkat getdents getdents64 getcwd chdir fchdir
    """,
    "memory (mmap and madvise have conditions below)": "brk munmap mremap mprotect",
    "threads, CPython's own and those of compiled libraries": """
        exit exit_group rseq gettid sched_yield getcpu
    """,
    "the program's own signals and alarms, such as Ctrl-C's and its own time limit": """
        rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait
        rt_sigsuspend sigaltstack restart_syscall pause alarm getitimer setitimer
    """,
    "waiting: time.sleep, select": "nanosleep select pselect6 poll ppoll",
    "time (the clocks have conditions below)": "time gettimeofday times getrusage",
    "chance, for hashes and the module random": "getrandom",
    "who and where it is": """
        getpid getppid getpgrp getuid geteuid getgid getegid getgroups getresuid
        getresgid uname getrlimit
    """,
}

ALWAYS = " ".join(ALLOWED.values()).split()

MISSING = ("clone3", "openat2")
"""Calls that are answered with "no such call", so that glibc takes the older ones: the
arguments of these lie behind a pointer, which no filter follows.
"""
NUMBERED_ALIKE = range(424, 600)
"""The numbers of new calls, the same on all processors. Those that libseccomp cannot
name are answered likewise, so that a newer C library takes older calls, too.
"""

WORD = 0xFFFFFFFF
"""The bits of an int: all that the kernel reads of most arguments, but not of an
address."""

Condition = tuple[int, int, int]
"""The number of an argument, and its required value in the bits of a mask."""

# Opening: only for reading, and only a file that is there. O_PATH, O_DIRECT and
# O_NOATIME are nothing that a search needs.
READING = os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
if hasattr(os, "O_DIRECTORY"):
    READING |= os.O_DIRECTORY | os.O_NOFOLLOW
NOT_READING = WORD & ~READING

A_THREAD = 0x003D0F00
"""The flags of clone that pthread_create passes: any others make a process, or a
namespace.
"""

# Private futexes: wait, wake, and both with bits; wait by the wall clock too. The
# kernel finds any other futex by its page, and pages of the C library's file are shared
# with all other processes.
PRIVATE_FUTEXES = (128, 129, 137, 138, 137 | 256)
# pthread_join waits for one that is not private, until the kernel clears it. It is told
# that the value has just changed, and looks again, so nobody ever waits there. Allowing
# the wait and refusing to wake is not enough: when a thread ends the kernel itself
# wakes who waits at the address that was named when the thread was made. Python joins a
# thread only once that has said that it is done, so this takes next to no time.
SHARED_WAITS = (0, 9)
PRIVATE_OR_WHAT = 0xFF

# A file's pages may be mapped as one's own copy only; without a file they are one's own
# anyway.
MAP_SHARED, MAP_ANONYMOUS = 0x01, 0x20
# Normal, don't need, free, huge pages or not, guard pages: the advice of allocators.
# Others move pages of files in and out of the page cache, in which another run would
# see them.
ADVICE = (0, 4, 8, 14, 15, 102, 103)

# A descriptor's copy and its flag to be closed. None that lock, lease, signal or change
# the other end.
FCNTLS = (0, 1, 2, 3, 1030)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC
# The questions of open, isatty and get_terminal_size, and turning blocking off. None of
# networks or terminals' contents.
# TCGETS, TCGETS2, TIOCGWINSZ, FIONBIO, FIO(N)CLEX
IOCTLS = (0x5401, 0x802C542A, 0x5413, 0x5421, 0x5450, 0x5451)

FIXED_CLOCKS = WORD & ~0xF
"""The system's clocks and the process's own are 0 to 15; another process's clock is a
number with bits beyond."""

RLIMIT_STACK = 3


def conditional(process: int) -> list[tuple[str, tuple[Condition, ...]]]:
    """Return the calls that a process may make with certain arguments only.

    process: its id. A call that is here several times is allowed by each of its rows.
    """
    rules: list[tuple[str, tuple[Condition, ...]]] = []

    def allow(calls: str, index: int, *values: int, mask: int = WORD) -> None:
        """Allow calls if the argument of an index is one of some values."""
        for call in calls.split():
            rules.extend((call, ((index, value, mask),)) for value in values)

    allow("open", 1, 0, mask=NOT_READING)
    allow("openat", 2, 0, mask=NOT_READING)
    allow("clone", 0, A_THREAD)
    allow("mmap", 3, 0, mask=MAP_SHARED)
    allow("mmap", 3, MAP_ANONYMOUS, mask=MAP_ANONYMOUS)
    # Signals, sessions, groups and processors: its own.
    allow("kill tgkill", 0, process)
    allow("getsid getpgid sched_getaffinity", 0, 0, process)
    clocks = "clock_gettime clock_getres clock_nanosleep"
    allow(clocks, 0, 0, mask=FIXED_CLOCKS)
    allow("futex", 1, *PRIVATE_FUTEXES)
    allow("madvise", 2, *ADVICE)
    allow("fcntl", 1, *FCNTLS)
    allow("ioctl", 1, *IOCTLS)
    allow("setrlimit", 0, RLIMIT_STACK)  # as programs that recur deeply do
    # Its own limits may be read, and that of its stack changed.
    its_own, new_limit_is_none = (0, 0, WORD), (2, 0, 2**64 - 1)
    rules.append(("prlimit64", (its_own, new_limit_is_none)))
    rules.append(("prlimit64", (its_own, (1, RLIMIT_STACK, WORD))))
    return rules
