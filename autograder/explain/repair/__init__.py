"""Searches for the edits that make a student's program right, beside that program.

`answer` is what the worker is told to import, and what it imports gets the standard
library, the worker and the game alone. `MODULES` are read in the grader, too: the table
of kinds, the records, and the operators, with which `explain` makes the known mistakes
in a textbook's text. Nothing here is believed before `proof` has seen it.

Slips are tried first, then likely edits by their cost, alone and in several places.
What needs no knowledge of a search comes last, and then chains of edits, each of which
repairs a part. What was not called is not edited, and no edit is tried unless a
statement that it is about ran in each failed search before the first wrong look. A
candidate is stopped at its first wrong look. Work is counted in steps, so the clock
decides nothing.

The program, and where it may be edited:

- `program`: the program imported and run, as it is and with edits.
- `imported`: what its code at import made, kept for the next import.
- `scopes`: what a function is made of, and what its parts are for.
- `coverage`, by `ran`: which statements run in which trials.
- `watching`: which places hold alpha, beta and depths, as the runs of the program show.

The edits:

- `kinds`: the table of all kinds, with the mistakes that each may undo.
- `edits`: one edit, made and taken back.
- `operators`: what finds edits; `slips`: what nobody means to write.
- `mirror`: one mistake in several places.
- `counts`: how often each kind was meant. `likelihood`: what it costs by itself.
  `costs`: what several cost together.

The search:

- `first_look`: which slips a failing search came by, before anything is tried.
- `witnesses`: what a search has to do for a slip to be told.
- `search`: in which order candidates are tried, by `attempts` and `chains`.
- `bench`: runs a candidate on each `trial`.
- `hiding`: edits that make a program right and leave the mistake where it is.
- `minimizing`: what of a repair is needed.
- `work`: how much was done.

The answer:

- `answer`: the two commands: to search, and to say which lines a repair changes.
- `classifier`: the kind and role of an edit, by what it puts in as well.
- `rewriting`: the student's own text with edits made.
- `messages`: what this process and the grader tell each other, checked on arrival.
"""

RUNS_IN = "the student's process"
MODULES = (
    "counts",
    "edits",
    "kinds",
    "likelihood",
    "messages",
    "mirror",
    "operators",
    "scopes",
)
