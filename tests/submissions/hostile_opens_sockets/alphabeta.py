"""Phones home."""

import socket

from right import max_value, min_value

KINDS = {
    "TCP": ("AF_INET", "SOCK_STREAM", ("127.0.0.1", 9)),
    "UDP": ("AF_INET", "SOCK_DGRAM", ("127.0.0.1", 9)),
    "TCP over IPv6": ("AF_INET6", "SOCK_STREAM", ("::1", 9)),
    "UNIX": ("AF_UNIX", "SOCK_STREAM", "/run/systemd/journal/stdout"),
    "abstract UNIX": ("AF_UNIX", "SOCK_DGRAM", "\0alphabeta-attack"),
    "raw": ("AF_INET", "SOCK_RAW", None),
    "packet": ("AF_PACKET", "SOCK_RAW", None),
    "netlink": ("AF_NETLINK", "SOCK_RAW", (0, 0)),
    "virtual machine": ("AF_VSOCK", "SOCK_STREAM", (2, 9)),
    "crypto": ("AF_ALG", "SOCK_SEQPACKET", None),
}

for name, (family, kind, address) in KINDS.items():
    try:
        opened = socket.socket(getattr(socket, family), getattr(socket, kind))
    except (OSError, AttributeError):
        continue
    print(f"ATTACK-SUCCEEDED: opened a socket for {name}", flush=True)
    opened.settimeout(0.1)
    try:
        opened.connect(address)
        print(f"ATTACK-SUCCEEDED: connected by {name}", flush=True)
    except (OSError, TypeError):
        pass
    opened.close()
