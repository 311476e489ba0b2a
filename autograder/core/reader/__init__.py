"""Reads what strangers packed or wrote, in a process with limits of the kernel's.

`process` is the grader's side: it starts the reader, asks it, and says in words what it
could not read. All other modules run in that process, one task in each: an archive is
unpacked, a notebook becomes Python, a program its normal form (of `archive` the grader
uses the records). So no file can use up the grader's memory, its time or its stack, and
what cannot be read costs its owner alone.
"""

RUNS_IN = "the reader"
MODULES = ("archive", "process")
