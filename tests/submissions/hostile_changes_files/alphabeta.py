"""Changes what it is made of."""

import os

from right import max_value, min_value

FILE = os.path.abspath(__file__)
FOLDER = os.path.dirname(FILE)
WAYS = {
    "chmod": lambda: os.chmod(FILE, 0o666),
    "chmod of the folder": lambda: os.chmod(FOLDER, 0o777),
    "chown": lambda: os.chown(FILE, os.getuid(), os.getgid()),
    "utime": lambda: os.utime(FILE, (0, 0)),
    "truncate": lambda: os.truncate(FILE, 0),
    "rename": lambda: os.rename(FILE, FILE + ".old"),
    "setxattr": lambda: os.setxattr(FILE, "user.attack", b"x"),
    "remove": lambda: os.remove(os.path.join(FOLDER, "right.py")),
    "rmdir": lambda: os.rmdir(os.path.join(FOLDER, "empty")),
}

for name, way in WAYS.items():
    try:
        way()
        print(f"ATTACK-SUCCEEDED: {name}", flush=True)
    except (OSError, AttributeError):
        pass
