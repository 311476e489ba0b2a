"""The student's process: what runs beside a student's code. It imports nothing of the project but the game and limits.

`serve` is its loop, `wire` its protocol; `confinement` puts the layers on, `syscalls` lists what may be called. Where a
repair is looked for, the grader names the engine that does it.
"""

MODULES = ("adapted", "confinement", "syscalls", "wire")
