"""Searches for the edits that make a student's program right, beside that program.

The worker imports `answer`. The modules that it imports may use the standard library,
the worker and the game alone. `MODULES` are read in the grader, too: the table
of kinds, the records, and the operators, with which `explain` makes the known mistakes
in a textbook's text. Nothing here is believed before `proof` has seen it.

Slips are tried first, then likely edits by their cost, alone and at several nodes.
Edits that need no knowledge of a search come last, and then chains of edits that each
repair a part. A function that was not called is not edited, and no edit is tried unless
a statement that it is about ran in each failed search before the first wrong look. A
candidate is stopped at its first wrong look. Work is counted in steps, so the clock
decides nothing.

The program, and the nodes that edits are about:

- `program`: the program imported and run, as it is and with edits.
- `imported`: the data that its code makes at import, kept for the next import.
- `nodes`: what a node is by its form alone. `facts`: about the whole program.
- `scopes`: the nodes of a function, and their roles.
- `coverage`, by `ran`: which statements run in which trials.
- `watching`: the variables that hold alpha, beta and depths, as runs show.

The edits:

- `kinds`: the table of all kinds, with the mistakes that each may undo.
- `edits`: one edit, made and taken back.
- `operators`: the generators of edits; `slips`: code that nobody means to write.
- `mirror`: one mistake at several nodes.
- `counts`: how often each kind was meant. `likelihood`: the cost of one edit.
  `costs`: the cost of several together.

The search:

- `first_look`: the slips that a failing search came by, before anything is tried.
- `kept`: variables that carry something from one search to the next.
- `witnesses`: the behaviour of a search that shows a slip.
- `search`: the order in which candidates are tried, by `attempts` and `chains`.
- `bench`: runs a candidate on each `trial`.
- `hiding`: edits that make a program right and leave the mistake in its place.
- `minimizing`: the edits of a repair that are needed.
- `detours`: the line's own change in place of a way round it.
- `work`: counts the steps that were taken.

The answer:

- `answer`: the two commands: to search, and to write the lines that a repair changes.
- `classifier`: the kind and role of an edit, by its new code as well.
- `rewriting`: the student's own text with edits made.
- `messages`: the lines that this process and the grader exchange, checked on arrival.
"""

RUNS_IN = "the worker"
MODULES = (
    "counts",
    "edits",
    "facts",
    "kinds",
    "likelihood",
    "messages",
    "mirror",
    "nodes",
    "operators",
    "scopes",
)
