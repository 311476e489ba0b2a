"""What runs beside a student's code: of the project the game, the limits, and an engine
where the grader names one."""

MODULES = ("adapted", "confinement", "syscalls", "wire")
