"""The layers of isolation: the one list of them, in the order in which they are put on."""

MEANING = {
    "descriptors": "a student's program may use files that the grader was started with",
    "environment": "a student's program reads the grader's variables",
    "pid_namespace": "a student's program sees other processes, and one that runs beside it can tell it something",
    "process": "a student's program may outlive a grader that is killed",
    "user": "a student's program runs as the user who grades",
    "rlimits": "a student's program may use all of the machine",
    "landlock": "a student's program may read whatever the user may read, exercises included",
    "no_new_privs": "programs that a student's program starts may gain rights",
    "seccomp": "a student's program may use the network, start programs and write files",
}
"""What it means where a layer is missing. Each may take away what the one before it needed to be put on."""
ALL_LAYERS = tuple(MEANING)
STARTED_WITH = ALL_LAYERS[:2]
"""A process is started with these: only standard streams and the socket are open, no variable is set. The others it
puts on itself, before anything of the student's is there."""
