"""Looks for the change that makes a student's program right, beside that program.

`answer` is what the worker is told to import, and what it imports gets the standard
library, the worker and the game alone. The modules named below are read in the grader,
too: the table of kinds of change, and the operators, with which `explaining` makes the
known mistakes in a textbook's text.
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
