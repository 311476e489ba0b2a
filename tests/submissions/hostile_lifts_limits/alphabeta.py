"""Gives itself more of everything."""

import resource

from kernel import call
from right import max_value, min_value

for limit in ("CPU", "AS", "FSIZE", "NOFILE", "NPROC", "CORE", "SIGPENDING", "MSGQUEUE", "MEMLOCK"):
    number = getattr(resource, f"RLIMIT_{limit}", {"SIGPENDING": 11}.get(limit))
    if number is None:
        continue
    hard = resource.getrlimit(number)[1]
    try:
        resource.setrlimit(number, (hard, hard))
        print(f"ATTACK-SUCCEEDED: lifted {limit} to the hard limit", flush=True)
    except (OSError, ValueError):
        pass
    if call(160, 164, int(number), bytes(16)) == 0:
        print(f"ATTACK-SUCCEEDED: set {limit} by the old call", flush=True)
