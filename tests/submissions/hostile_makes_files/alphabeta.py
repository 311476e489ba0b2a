"""Leaves something behind."""

import os
import socket
import tempfile

from right import max_value, min_value

HERE = os.path.dirname(os.path.abspath(__file__))
WAYS = {
    "open": lambda path: open(path, "x").close(),
    "mkdir": os.mkdir,
    "mkfifo": os.mkfifo,
    "mknod": lambda path: os.mknod(path),
    "symlink": lambda path: os.symlink("/etc/passwd", path),
    "link": lambda path: os.link(__file__, path),
    "bind": lambda path: socket.socket(socket.AF_UNIX).bind(path),
    "tempfile": lambda path: tempfile.NamedTemporaryFile(dir=os.path.dirname(path)),
    "O_TMPFILE": lambda path: os.open(os.path.dirname(path), os.O_TMPFILE | os.O_RDWR),
}

for folder in (HERE, "/tmp", "/var/tmp", "/dev/shm", "/"):
    for name, way in WAYS.items():
        try:
            way(os.path.join(folder, f"alphabeta-attack-{name}"))
            print(f"ATTACK-SUCCEEDED: {name} in {folder}", flush=True)
        except (OSError, AttributeError):
            pass
