"""Starts programs."""

import os
import subprocess
import sys

from right import max_value, min_value

PYTHON = [sys.executable, "-c", "print('ATTACK-SUCCEEDED: ran a program', flush=True)"]


def attempt(start):
    try:
        if start() == 0:
            print("ATTACK-SUCCEEDED: started a program", flush=True)
    except (OSError, subprocess.SubprocessError):
        pass


attempt(lambda: subprocess.run(PYTHON, check=False).returncode)
attempt(lambda: subprocess.run("true", shell=True, check=False).returncode)
attempt(lambda: os.system("true"))
attempt(lambda: os.waitpid(os.posix_spawn(PYTHON[0], PYTHON, {}), 0)[1])
attempt(lambda: os.execv(PYTHON[0], PYTHON))
attempt(lambda: os.execv("/bin/sh", ["sh", "-c", "echo ATTACK-SUCCEEDED: ran a shell"]))
