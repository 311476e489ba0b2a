"""The student's process: what runs beside a student's code. It imports nothing of the project but the game and limits.

`serve` is its loop, `wire` its protocol; `confinement` puts the layers on, `syscalls` lists what may be called;
`repair` looks for what would mend the program.
"""

MODULES = ("confinement", "syscalls", "wire")
