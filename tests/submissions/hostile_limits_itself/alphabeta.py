"""Right, and modest."""

import contextlib
import resource

from right import max_value, min_value

for limit in ("NOFILE", "CPU", "FSIZE", "NPROC", "AS"):
    for most in (0, 2, resource.getrlimit(resource.RLIMIT_NOFILE)[1]):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{limit}"), (most, most))
