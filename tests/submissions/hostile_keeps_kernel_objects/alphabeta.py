"""Leaves something in the kernel."""

import ctypes

from kernel import call
from right import max_value, min_value

KEY, CREATE, USER_KEYRING, SET_TIMEOUT = 0x616C7068, 0o1600, -4, 15


def key():
    number = call(248, 217, b"user", b"alphabeta-attack", b"x", 1, USER_KEYRING)
    if number >= 0:
        call(250, 219, SET_TIMEOUT, number, 30)
    return number


WAYS = {
    "shmget": lambda: call(29, 194, KEY, 4096, CREATE),
    "msgget": lambda: call(68, 186, KEY, CREATE),
    "semget": lambda: call(64, 190, KEY, 1, CREATE),
    "mq_open": lambda: call(240, 180, b"alphabeta-attack", 0o102, 0o600, None),
    "add_key": key,
    "keyctl": lambda: call(250, 219, 1, None),
}

for name, way in WAYS.items():
    if way() >= 0:
        print(f"ATTACK-SUCCEEDED: {name}", flush=True)
