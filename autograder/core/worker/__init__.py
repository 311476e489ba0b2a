"""The modules that run beside a student's code.

Of the project these are the game, the limits, and an engine where the grader names one.
"""

RUNS_IN = "the student's process"
MODULES = ("adapted", "confinement", "syscalls", "wire")
