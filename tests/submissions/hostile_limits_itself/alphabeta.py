"""Right, and modest."""

import resource

from right import max_value, min_value

for limit, most in ((resource.RLIMIT_NOFILE, 0), (resource.RLIMIT_CPU, 2), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_NPROC, 0)):
    resource.setrlimit(limit, (most, most))
