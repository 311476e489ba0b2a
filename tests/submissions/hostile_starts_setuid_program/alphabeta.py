"""Starts setuid programs. The loader ignores LD_SHOW_AUXV where they gain rights, and obeys where they do not."""

import subprocess

from right import max_value, min_value

for program in ("/usr/bin/su", "/bin/su", "/usr/bin/passwd", "/usr/bin/mount", "/bin/mount", "/bin/ping"):
    try:
        run = subprocess.run([program, "--version"], env={"LD_SHOW_AUXV": "1"}, capture_output=True, timeout=0.2)
    except (OSError, subprocess.SubprocessError):
        continue
    if b"AT_SECURE:            0" not in run.stdout and b"AT_SECURE:       0" not in run.stdout:
        print(f"ATTACK-SUCCEEDED: {program} gained rights", flush=True)
