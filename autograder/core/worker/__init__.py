"""Runs beside a student's code: loads it, and has it search.

Of the project it may import the game and the limits alone, and an engine if the grader
names one; of Python nothing that is slow to load. A process that is asked for searches
is told no value of a leaf before it looks. Once the student's code is imported, the
grader believes no message from here.

- `boot`: starts the worker, and keeps the project's place out of it.
- `serve`: carries out the grader's commands.
- `grader`: the grader as this process sees it, and trees that ask it for values.
- `wire`: the frames. `commands`: the types of the grader's commands.
- `adapted`: a course's adapter at work.
- `tracebacks`: the report on an exception in the student's own code.
- `pasted`: text that was pasted along with a program, and that Python cannot read.
- `confinement`: puts the layers of isolation on this process.
- `syscalls`: the system calls that it may still make.
"""

RUNS_IN = "the worker"
MODULES = ("adapted", "commands", "confinement", "syscalls", "wire")
