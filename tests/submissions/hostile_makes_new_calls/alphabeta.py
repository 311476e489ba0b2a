"""Makes calls that are newer than the libraries that filter them."""

import ctypes
import os
import struct

from kernel import call
from right import max_value, min_value

HERE, FOLLOW = -100, 0
FILE = os.path.abspath(__file__).encode()
OPEN_TO_ALL = struct.pack("<I" + "HHI" * 3, 2, *(part for tag in (1, 4, 32) for part in (tag, 7, 2**32 - 1)))
OWN = struct.pack("<QIIII", 0, 0, 0, 0, 0)


def set_attribute(name, value):
    held = ctypes.create_string_buffer(value, len(value))
    return call(463, 463, HERE, FILE, FOLLOW, name, struct.pack("<QII", ctypes.addressof(held), len(value), 0), 16)


WAYS = {
    "setxattrat, as chmod does": lambda: set_attribute(b"system.posix_acl_access", OPEN_TO_ALL),
    "setxattrat": lambda: set_attribute(b"user.attack", b"x"),
    "removexattrat": lambda: call(466, 466, HERE, FILE, FOLLOW, b"user.attack"),
    "listxattrat": lambda: call(465, 465, HERE, FILE, FOLLOW, None, 0),
    "file_getattr": lambda: call(468, 468, HERE, FILE, ctypes.create_string_buffer(24), 24, 0),
    "file_setattr": lambda: call(469, 469, HERE, FILE, OWN, 24, 0),
    "open_tree_attr": lambda: call(467, 467, HERE, FILE, 0, None, 0),
    "cachestat": lambda: call(451, 451, 0, bytes(16), ctypes.create_string_buffer(40), 0),
    "lsm_list_modules": lambda: call(461, 461, ctypes.create_string_buffer(256), ctypes.byref(ctypes.c_uint32(256)), 0),
}

for name, way in WAYS.items():
    if way() >= 0:
        print(f"ATTACK-SUCCEEDED: {name}", flush=True)
