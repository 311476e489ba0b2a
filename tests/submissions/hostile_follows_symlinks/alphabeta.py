"""Reads the links that lie beside it, and imports one."""

import contextlib
import os

from right import max_value, min_value

HERE = os.path.dirname(os.path.abspath(__file__))

for name in ("stolen.json", "stolen.py", "passwd.txt", "everything/etc/passwd", "exercises/hidden_tree.json"):
    with contextlib.suppress(OSError):
        with open(os.path.join(HERE, name)) as file:
            print(f"ATTACK-SUCCEEDED: read {name}: {file.read()}", flush=True)
with contextlib.suppress(ImportError, SyntaxError):
    import stolen

    print(f"ATTACK-SUCCEEDED: imported {stolen}", flush=True)
