"""Looks around the machine."""

import contextlib
import os

from right import max_value, min_value

for path in ("/etc/passwd", "/etc/shadow", "/etc/hostname", "/root/.bashrc", "/var/log/dpkg.log", "/proc/version"):
    with contextlib.suppress(OSError):
        with open(path) as file:
            print(f"ATTACK-SUCCEEDED: read {path}: {file.read(100)}", flush=True)
for path in ("/", "/tmp", "/home", "/root", "/etc", "/autograder", "/work", "/dev/shm", ".."):
    with contextlib.suppress(OSError):
        print(f"ATTACK-SUCCEEDED: listed {path}: {os.listdir(path)[:5]}", flush=True)
