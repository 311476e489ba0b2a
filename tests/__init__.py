"""The tests, by part: those of `autograder/core` lie in `core`, those of the whole here.

The data that they read:

- `submissions`: a program in each folder, with the verdict that it must get. Attacks
  are `hostile_*`, programs that people wrote `written_*`.
- `exercises`: sets, and files with mistakes, each with the sentences its author gets.
- `changes`: wrong programs as diffs of right ones, under what must be said of them.
- `rows`: rows of what is typed and raised, and what comes of it.
- `programs`, `imported`, `sources`: whole files that tests read.
- `pages`: whole pages of text, written anew by `python -m tests.pages`.
- `durations.tsv`: the tests that take longer than `SLOW_SECONDS` in `layers.py`.

Their helpers: `forks` has students' processes as forks of one that has started, as to
start Python takes most of a process's time. `no_linux` takes away the parts of Linux that a Mac lacks.

Tools that are run by hand, as `.venv/bin/python -m tests.NAME`:

- `explained`: how many wrong programs of people are named rightly, falsely, and have
  the right line first. With `--real FOLDER` of the public ones in real_programs.tsv,
  which are others' and lie in FOLDER. One half of each collection is there to change
  the engine by, the other is looked at when that is done.
- `plain`: the same of each known mistake, made in a set's right program.
- `fuzz`: archives, notebooks and rosters made by chance are graded.
- `counted`, `probes`, `pictures`: make files that the project keeps.
- `container`: the image's files without Docker, and the layers in force there.

A new limit needs a row in `core/test_limits.py`, a new kind of sentence about visits a
pattern in `tell/test_divergence.py`.

Mutants that are known to survive mutmut change nothing that is seen: `strict=` of a
`zip` over equal lengths, values computed anew that were known, shortcuts that only
save time, which of several smallest trees is shown. It sees no other process, so the
zone of the machine in `lateness` and much of `reader/archive` seem to survive.
"""
