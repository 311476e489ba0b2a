"""The modules that run beside a student's code.

They are the game, the limits, and an engine if the grader names one.
"""

RUNS_IN = "the student's process"
MODULES = ("adapted", "confinement", "syscalls", "wire")
