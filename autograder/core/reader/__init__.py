"""Reads strangers' archives and files, in a process with limits of the kernel's.

Python's own libraries for archives and JSON have no limits. So no file can use up the
grader's memory, its time or its stack, and a file that cannot be read costs its owner
alone. `process` is the grader's side: it starts the reader, asks it, and says in words
which file it could not read. All other modules run in the reader, one task in each
process; of `archive` the grader uses the records.

- `archive`: a .zip unpacked, by `zip_entries`, which reads one entry at a time.
- `notebook`: a notebook made Python, from its cells, which `cells` reads.
- `normal_form`: a digest of a program, whatever its names and its layout.
"""

RUNS_IN = "the reader"
MODULES = ("archive", "process")
