"""Counts the processors that this process may use."""

import contextlib
import math
import os
import sys
from pathlib import Path

CGROUPS = (
    ["/sys/fs/cgroup/cpu.max"],
    ["/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us"],
)
"""The files with a container's limit of processor time: of cgroups version 2, and of
version 1.
"""


def processors() -> int:
    """Return how many processors this process may use.

    Its affinity and its container's limit say so.
    """
    if sys.platform == "linux":
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    for files in CGROUPS:
        # There may be no such file, or no limit, which is "max".
        with contextlib.suppress(OSError, ValueError):
            text = " ".join(Path(file).read_text("ascii") for file in files)
            quota, period = map(int, text.split())
            if quota > 0:
                count = min(count, math.ceil(quota / period))
    return max(1, count)
