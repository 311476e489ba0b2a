"""What runs beside a student's code, in its process: it imports nothing of the project but the game and the wire.

`launch` starts such a process; `worker` is what runs in it; `layers` shut it in, `syscalls` says what it may call;
`repair` looks for what would mend it.
"""

__all__ = ["confinement", "launch", "syscalls", "wire"]
