"""Lifts its own limits, which only root can, and maps a gigabyte."""

import contextlib
import mmap
import os
import resource

from right import max_value, min_value

if 0 in (os.getuid(), os.geteuid(), os.getgid(), os.getegid(), *os.getgroups()):
    print("ATTACK-SUCCEEDED: is root", flush=True)
for name in ("AS", "CPU", "FSIZE", "NOFILE", "NPROC", "CORE", "STACK"):
    limit = getattr(resource, f"RLIMIT_{name}")
    hard = resource.getrlimit(limit)[1]
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        if hard != resource.RLIM_INFINITY:
            print(f"ATTACK-SUCCEEDED: lifted {name}", flush=True)
with contextlib.suppress(OSError):
    mmap.mmap(-1, 2**30).close()
    print("ATTACK-SUCCEEDED: maps a gigabyte", flush=True)
